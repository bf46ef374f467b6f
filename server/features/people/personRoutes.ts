import {
  addPersonParticipant,
  clearPersonUnpaidLimit,
  endPersonSession,
  endPersonSessions,
  getPersonAdmin,
  listPersonBookings as listPersonBookingsRoute,
  listPersonMessages,
  listPersonParticipants,
  listPersonSessions,
  setPersonUnpaidLimit,
  updatePersonContact,
  updatePersonParticipant,
} from '../../../shared/contract/people/personPage.ts'
import { transaction } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { listDevices } from '../accounts/devices/queries.ts'
import { addParticipant, changeParticipant } from '../households/participants.ts'
import { listParticipants, readParticipant } from '../households/queries.ts'
import { momentOf } from '../households/routes.ts'
import { listPersonBookings } from './bookedBy.ts'
import {
  changeContact,
  clearUnpaidLimit,
  endSessionOf,
  endSessionsOf,
  lockUser,
  setUnpaidLimit,
} from './personCommands.ts'
import { listMessages } from './personMessages.ts'
import { readPersonPage } from './personPage.ts'
import { findUser } from './queries.ts'

/** The page of a person, by its parts: each is loaded when it is opened. */
export const personEndpoints = [
  endpoint(getPersonAdmin, async ({ db, now, params }) => {
    const page = await readPersonPage(db, params.user_id, now)
    return page ? reply(page) : refuse('user_not_found')
  }),

  endpoint(updatePersonContact, (call) =>
    runCommand(call, async (tx) => {
      const contact = await changeContact(tx, call.params.user_id, call.body, call.user.profile)
      return contact instanceof Refusal ? contact : reply(contact)
    }),
  ),

  endpoint(listPersonBookingsRoute, async ({ db, now, params, query }) => {
    if (!(await findUser(db, params.user_id))) return refuse('user_not_found')
    const page = await listPersonBookings(db, params.user_id, query, now)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(listPersonMessages, async ({ context, db, params, query }) => {
    if (!(await findUser(db, params.user_id))) return refuse('user_not_found')
    const sender = { facility: await context.facility.get(), siteUrl: context.publicUrl() }
    const page = await listMessages(db, params.user_id, query, sender)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(listPersonParticipants, async ({ db, params }) =>
    (await findUser(db, params.user_id))
      ? reply(await listParticipants(db, params.user_id))
      : refuse('user_not_found'),
  ),

  endpoint(addPersonParticipant, async (call) => {
    const { user_id: userId } = call.params
    const at = await momentOf(call.context)
    return runCommand(call, async (tx) => {
      const parent = await lockUser(tx, userId)
      if (parent instanceof Refusal) return parent
      const added = await addParticipant(tx, userId, call.body, at)
      return added instanceof Refusal ? added : reply(await readParticipant(tx, userId, added))
    })
  }),

  endpoint(updatePersonParticipant, async (call) => {
    const named = { userId: call.params.user_id, id: call.params.participant_id }
    const at = await momentOf(call.context)
    return runCommand(
      call,
      async (tx) =>
        (await changeParticipant(tx, named, { ...call.body, upcoming_seen: false }, at)) ??
        reply(await readParticipant(tx, named.userId, named.id)),
    )
  }),

  endpoint(listPersonSessions, async ({ context, db, now, params, user }) => {
    const person = await findUser(db, params.user_id)
    if (!person) return refuse('user_not_found')
    const idle = context.config.staffIdleHours * 3_600_000
    const usedSince = person.role === 'user' ? null : new Date(now.getTime() - idle)
    const account = { userId: person.id, sessionId: user.sessionId }
    return reply(await listDevices(db, account, { now, usedSince }))
  }),

  endpoint(endPersonSession, async ({ context, db, actor, params, user }) => {
    const named = { userId: params.user_id, sessionId: params.session_id }
    const refused = await transaction(db, actor, (tx) => endSessionOf(tx, named, user.profile))
    if (refused) return refused
    context.accounts.forgetSessions()
    return reply(null)
  }),

  endpoint(endPersonSessions, async ({ context, db, actor, params, user }) => {
    const staff = { ...user.profile, sessionId: user.sessionId }
    const ended = await transaction(db, actor, (tx) => endSessionsOf(tx, params.user_id, staff))
    if (ended instanceof Refusal) return ended
    context.accounts.forgetSessions()
    return reply({ ended })
  }),

  endpoint(setPersonUnpaidLimit, (call) =>
    runCommand(call, async (tx) => {
      const limit = { ...call.body, set_by: call.user.profile.id }
      const refused = await setUnpaidLimit(tx, call.params.user_id, limit)
      if (refused) return refused
      const page = await readPersonPage(tx, call.params.user_id, call.context.clock.now())
      return reply({ limit_minutes: page?.unpaid.limit_minutes ?? null })
    }),
  ),

  endpoint(clearPersonUnpaidLimit, (call) =>
    runCommand(call, async (tx) => {
      if (!(await findUser(tx, call.params.user_id))) return refuse('user_not_found')
      await clearUnpaidLimit(tx, call.params.user_id)
      return reply(null)
    }),
  ),
]
