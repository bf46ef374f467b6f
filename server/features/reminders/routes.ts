import type { z } from 'zod'
import type { Undo } from '../../../shared/contract/bookings/staffChanges.ts'
import {
  getReminderRun,
  getSessionAudience,
  listCoachSessions,
  previewSessionMessage,
  sendCampReminder,
  sendClassReminder,
  sendSessionMessage,
} from '../../../shared/contract/messages/reminders.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { ReminderAbout } from '../../db/tables/reminders.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { refuseTooMany } from '../../http/limits/rateLimits.ts'
import type { SignedIn } from '../../http/session.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { composeMail } from '../messages/compose.ts'
import { editedTemplates } from '../messages/queries.ts'
import { type Acting, staffTerms } from '../payments/changes/actingTerms.ts'
import { undoable } from '../payments/changes/undoable.ts'
import { type PurchaseContext, purchaseContext } from '../payments/purchase.ts'
import { audienceOf, participantsOf, type Reader } from './audience.ts'
import { readAutomatic } from './automatic.ts'
import {
  isOwnRun,
  named,
  namedRecipient,
  readCoachSessions,
  type WritingCoach,
  writingCoach,
} from './coachReading.ts'
import { type WrittenText, writtenData } from './emails.ts'
import { daysUntil, readEarlier, readRun, unreachableOf } from './runs.ts'
import { sendToEverybody, type Wanted } from './sendToEverybody.ts'
import { findSessions, type Sessions, type Target, titleOf } from './sessions.ts'

export const reminderEndpoints = [
  endpoint(sendCampReminder, async (call) => {
    const { campId, repeat } = call.body
    const replay = await answeredBefore<z.output<(typeof sendCampReminder)['answer']>>(call)
    if (replay) return replay
    const acting = (await refuseFlood(call, [campId])) ?? (await actingFor(call))
    if (acting instanceof Refusal) return acting
    return runCommand(call, async (tx) => {
      const sent = await send(
        tx,
        { about: 'camp', id: campId, alsoIds: [], ofCoach: null, written: null, repeat },
        acting,
      )
      if (sent instanceof Refusal) return sent
      const progress = await readRun(tx, sent.run_id, momentOf(acting.at))
      if (!progress) throw new Error(`run ${sent.run_id} is gone within the transaction that wrote it`)
      const { run, recipients } = progress
      return reply({
        ...sent,
        summary: {
          total: run.total,
          successful: run.sent,
          failed: run.failed,
          daysUntilCamp: run.days_until,
        },
        results: recipients.map(({ email, status, error }) => ({ email, success: successOf(status), error })),
      })
    })
  }),

  endpoint(sendClassReminder, async (call) => {
    const { class_instance_id: id, repeat } = call.body
    const replay = await answeredBefore<z.output<(typeof sendClassReminder)['answer']>>(call)
    if (replay) return replay
    const acting = (await refuseFlood(call, [id])) ?? (await actingFor(call))
    if (acting instanceof Refusal) return acting
    return runCommand(call, async (tx) => {
      const sent = await send(
        tx,
        { about: 'class', id, alsoIds: [], ofCoach: null, written: null, repeat },
        acting,
      )
      return sent instanceof Refusal ? sent : reply(sent)
    })
  }),

  endpoint(sendSessionMessage, async (call) => {
    const { subject, text, repeat } = call.body
    const replay = await answeredBefore<z.output<(typeof sendSessionMessage)['answer']>>(call)
    if (replay) return replay
    const coach = await writingCoach(call.context.db, call.user.profile)
    if (coach instanceof Refusal) return coach
    const target = targetOf(call.body, coach)
    // Before it is counted: what a coach may not write about keeps nobody else from writing.
    const refused = coach && (await refuseForeign(call.context, target))
    const acting =
      refused ?? (await refuseFlood(call, [target.id, ...target.alsoIds])) ?? (await actingFor(call))
    if (acting instanceof Refusal) return acting
    const written = { subject, text, signature: coach?.name ?? null }
    return runCommand(call, async (tx) => {
      const sent = await send(tx, { ...target, written, repeat }, acting)
      return sent instanceof Refusal ? sent : reply(sent)
    })
  }),

  endpoint(previewSessionMessage, async ({ context, db, body, user }) => {
    const { zone } = momentOf(await purchaseContext(context))
    const coach = await writingCoach(db, user.profile)
    if (coach instanceof Refusal) return coach
    const sessions = await findSessions(db, targetOf(body, coach), zone)
    if (sessions instanceof Refusal) return sessions
    const { readers } = await audienceOf(db, sessions)
    const written = { subject: body.subject, text: body.text, signature: coach?.name ?? null }
    return reply(await preview(context, sessions, readers[0] ?? nobody, written))
  }),

  endpoint(getSessionAudience, async ({ context, db, query, user }) => {
    const moment = momentOf(await purchaseContext(context))
    const coach = await writingCoach(db, user.profile)
    if (coach instanceof Refusal) return coach
    const sessions = await findSessions(db, targetOf(query, coach), moment.zone)
    if (sessions instanceof Refusal) return sessions
    const [session] = sessions
    const ids = sessions.map(({ id }) => id)
    const [{ readers, unreachable }, earlier, automatic] = await Promise.all([
      audienceOf(db, sessions),
      // What the desk wrote about a place is between the facility and its customer.
      readEarlier(db, ids, coach?.userId ?? null, moment),
      sessions.length === 1 ? readAutomatic(db, session, moment) : null,
    ])
    const recipients = readers.map((reader) => ({
      ...{ name: reader.name, email: reader.email, phone: reader.phone },
      participants: participantsOf(reader),
    }))
    return reply({
      title: titleOf(sessions),
      start_time: session.starts.toISOString(),
      days_until: daysUntil(session.starts, moment),
      recipients: coach ? recipients.map(named) : recipients,
      unreachable: coach ? unreachable.map(named) : [...unreachable],
      earlier,
      automatic,
    })
  }),

  endpoint(getReminderRun, async ({ context, db, params, user }) => {
    const moment = momentOf(await purchaseContext(context))
    const coach = await writingCoach(db, user.profile)
    if (coach instanceof Refusal) return coach
    const progress = await readRun(db, params.run_id, moment)
    if (!progress || (coach && !(await isOwnRun(db, params.run_id, coach, moment))))
      return refuse('reminder_run_not_found')
    const { run, recipients } = progress
    const unreachable = await unreachableOf(db, progress, moment)
    if (!coach) return reply({ run, recipients, unreachable: [...unreachable] })
    return reply({ run, recipients: recipients.map(namedRecipient), unreachable: unreachable.map(named) })
  }),

  endpoint(listCoachSessions, async ({ context, db, user }) => {
    const coach = await writingCoach(db, user.profile)
    if (coach instanceof Refusal) return coach
    if (!coach) return refuse('coach_not_found')
    return reply(await readCoachSessions(db, coach, momentOf(await purchaseContext(context))))
  }),
]

const momentOf = ({ now, facility }: PurchaseContext) => ({ now, zone: facility.time_zone })

const successOf = (status: 'waiting' | 'retrying' | 'sent' | 'failed'): boolean | null =>
  status === 'sent' ? true : status === 'failed' ? false : null

const targetOf = (
  {
    about,
    about_id,
    also_ids = [],
  }: { about: ReminderAbout; about_id: string; also_ids?: string[] | undefined },
  coach: WritingCoach | null,
): Target => ({ about, id: about_id, alsoIds: also_ids, ofCoach: coach?.id ?? null })

/** The refusal of what does not exist, or is not the coach's own. */
async function refuseForeign(context: Context, target: Target): Promise<Refusal | null> {
  const { time_zone } = await context.facility.get()
  const sessions = await findSessions(context.db, target, time_zone)
  return sessions instanceof Refusal ? sessions : null
}

/** Enough for a day of rain; few enough that an account in wrong hands cannot bury customers in mail. */
const SENDINGS_AN_HOUR = { byDesk: 200, byCoach: 30, toOne: 20 }

/** Questions before a second reminder count too. */
const refuseFlood = ({ context, user }: { context: Context; user: SignedIn }, aboutIds: readonly string[]) =>
  refuseTooMany(
    context.limits,
    {
      name: 'reminders and messages by',
      subject: user.profile.id,
      most: user.profile.role === 'coach' ? SENDINGS_AN_HOUR.byCoach : SENDINGS_AN_HOUR.byDesk,
      seconds: 3_600,
    },
    ...aboutIds.map((subject) => ({
      ...{ name: 'reminders and messages to', subject, most: SENDINGS_AN_HOUR.toOne, seconds: 3_600 },
    })),
  )

/** Who sends, and when. No time of cages or coaches is taken. */
async function actingFor({ context, user }: { context: Context; user: SignedIn }): Promise<Acting | Refusal> {
  const [at, terms] = await Promise.all([purchaseContext(context), staffTerms(context.db, user.profile)])
  return terms instanceof Refusal ? terms : { at, terms, time: { takes: () => {}, frees: () => {} } }
}

/** Nothing is sent for some seconds, in which it can be undone (decision record 039). */
async function send(
  tx: Tx,
  wanted: Wanted,
  acting: Acting,
): Promise<{ run_id: string; undo: Undo } | Refusal> {
  const sent = await undoable(tx, acting, ({ at, terms }) => sendToEverybody(tx, wanted, terms.actorId, at))
  return sent instanceof Refusal ? sent : { run_id: sent.done, undo: sent.undo }
}

/** Someone to address where nobody is registered. */
const nobody: Reader = { userId: null, name: 'Jo', email: '', phone: null, seats: [], nameIn: () => '' }

async function preview(context: Context, sessions: Sessions, reader: Reader, written: WrittenText) {
  const template = 'session-message'
  const edited = (await editedTemplates(context.db, [template])).get(template)
  const sender = { facility: await context.facility.get(), siteUrl: context.publicUrl() }
  const message = {
    ...{ id: sessions[0].id, template, to_email: reader.email, attempts: 0, reply_to: null, calendar: null },
    ...{ test_texts: null, in_reply_to: null },
    data: {
      ...writtenData(reader, written),
      ...(reader.seats.length === 0 && { session: titleOf(sessions) }),
    },
  }
  const { mail } = composeMail(context, message, sender, edited)
  return { subject: mail.subject, text: mail.text }
}
