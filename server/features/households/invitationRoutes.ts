import {
  acceptHouseholdInvitation,
  declineHouseholdInvitation,
  inviteAdult as inviteAdultRoute,
  listHouseholdInvitations,
  listReceivedInvitations,
  verifyHouseholdInvitation,
  withdrawHouseholdInvitation,
} from '../../../shared/contract/accounts/households.ts'
import { transaction } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { type Limit, networkOf, refuseTooMany } from '../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { invitationsOf, listReceived, readOffer, shownInvitation } from './invitationQueries.ts'
import { acceptInvitation, declineInvitation, inviteAdult, withdrawInvitations } from './invitations.ts'
import { momentOf } from './routes.ts'

export const invitationEndpoints = [
  endpoint(listHouseholdInvitations, async ({ db, now, user }) => {
    const rows = await invitationsOf(db, user.profile.id).orderBy('created_at', 'desc').execute()
    return reply(rows.map((row) => shownInvitation(row, now)))
  }),

  endpoint(listReceivedInvitations, async ({ db, now, user }) =>
    reply(await listReceived(db, user.profile.email, now)),
  ),

  endpoint(inviteAdultRoute, async (call) => {
    const { context, user, body } = call
    const before = await answeredBefore<never>(call)
    if (before) return before
    const tooMany = await refuseTooMany(
      context.limits,
      { name: 'family invitation by', subject: user.profile.id, most: 10, seconds: 3_600 },
      { name: 'family invitation from', subject: networkOf(call.address), most: 30, seconds: 3_600 },
      { name: 'family invitation to', subject: body.email, most: 3, seconds: 3_600 },
    )
    if (tooMany) return tooMany
    const { time_zone: timeZone } = await context.facility.get()
    const at = { now: context.clock.now(), siteUrl: context.publicUrl(), timeZone }
    return runCommand(call, async (tx) => {
      const invitation = await inviteAdult(tx, user.profile, body, at)
      return invitation instanceof Refusal ? invitation : reply(invitation)
    })
  }),

  endpoint(withdrawHouseholdInvitation, (call) =>
    runCommand(call, async (tx) => {
      const withdrawn = await withdrawInvitations(tx, call.user.profile.id, { id: call.params.id })
      return withdrawn > 0 ? reply(null) : refuse('invitation_not_found')
    }),
  ),

  endpoint(verifyHouseholdInvitation, async (call) => {
    const { context, body, address } = call
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    const offer = await readOffer(context.db, body.token, context.clock.now())
    if (!offer) return refuse('invitation_link_invalid')
    const caller = await call.caller()
    return reply({ ...offer, is_mine: caller && caller.profile.email === offer.email })
  }),

  // Not under an idempotency key, which would store a digest of the secret. Both are safe to repeat.
  endpoint(acceptHouseholdInvitation, async ({ context, db, user, body, address, actor }) => {
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    const at = { ...(await momentOf(context)), siteUrl: context.publicUrl() }
    const accepted = await transaction(db, actor, (tx) => acceptInvitation(tx, user.profile, body, at))
    return accepted instanceof Refusal ? accepted : reply(accepted)
  }),

  endpoint(declineHouseholdInvitation, async (call) => {
    const { context, body, address, actor } = call
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    const caller = await call.caller()
    const now = context.clock.now()
    const refused = await transaction(context.db, actor, (tx) =>
      declineInvitation(tx, caller?.profile ?? null, body, now),
    )
    return refused ?? reply(null)
  }),
]

/** Limits attempts with invalid secrets. They cannot be guessed; this bounds the work. */
const linksFrom = (address: string): Limit => ({
  name: 'family invitation link from',
  subject: networkOf(address),
  most: 60,
  seconds: 900,
})
