/**
 * Reminders that go out by themselves (decision record 050): for each kind of booking some days before, at an hour of the
 * facility's clock. A day is the unit: its row in `reminder_days` is inserted together with all of its mails.
 */

import { sql } from 'kysely'
import {
  addDays,
  dayBounds,
  facilityDay,
  facilityWallTime,
  instantOf,
} from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { type Db, system, type Tx, transaction } from '../../db/database.ts'
import type { ReminderAbout } from '../../db/tables/reminders.ts'
import type { Task } from '../../jobs/tasks.ts'
import { type ReminderSettings, readReminderSettings } from '../facility/reminderSettings.ts'
import { audienceOf } from './audience.ts'
import { enqueueForReaders } from './emails.ts'
import type { Moment } from './runs.ts'
import { readSessions, type Session } from './sessions.ts'

type ReminderKind = 'camp' | 'class' | 'lesson' | 'cage'
const kinds = ['camp', 'class', 'lesson', 'cage'] as const

/** What is reminded of on a day. */
export interface DueDay {
  readonly kind: ReminderKind
  /** Of the facility's calendar: when the camps begin, and the others are. */
  readonly day: string
}

/** Nobody is written to at night, also where the server was away at the hour of the reminders. */
const EARLIEST = '08:00'
const LATEST = '21:00'

const daysOf = (settings: ReminderSettings): Record<ReminderKind, number> => ({
  camp: settings.reminder_days_camps,
  class: settings.reminder_days_classes,
  lesson: settings.reminder_days_lessons,
  cage: settings.reminder_days_cages,
})

const hourOf = ({ reminder_hour }: ReminderSettings): string => `${String(reminder_hour).padStart(2, '0')}:00`

/** The days whose moment has come and that are not over, the nearest first. Most of them have been done. */
export function dueDays(settings: ReminderSettings, { now, zone }: Moment): DueDay[] {
  const [today, time] = [facilityDay(now, zone), facilityWallTime(now, zone)]
  if (time < EARLIEST || time >= LATEST) return []
  const isHour = time >= hourOf(settings)
  return kinds.flatMap((kind) => {
    const days = daysOf(settings)[kind]
    if (days === 0) return []
    const last = isHour ? days : days - 1
    return Array.from({ length: last + 1 }, (_, ahead) => ({ kind, day: addDays(today, ahead) }))
  })
}

/** When people are reminded of what begins then, and whether they have been; null where that is off. */
export async function readAutomatic(
  db: Db,
  { about, starts }: Pick<Session, 'about' | 'starts'>,
  { zone }: Pick<Moment, 'zone'>,
): Promise<{ at: string; done: boolean } | null> {
  const settings = await readReminderSettings(db)
  const kind = about === 'booking' || about === 'guest_booking' ? 'cage' : about
  const days = daysOf(settings)[kind]
  if (days === 0) return null
  const day = facilityDay(starts, zone)
  const done = await db
    .selectFrom('reminder_days')
    .select('reminded_at')
    .where('kind', '=', kind)
    .where('day', '=', day)
    .executeTakeFirst()
  const at = done?.reminded_at ?? instantOf(addDays(day, -days), hourOf(settings), zone, 'after')
  return { at: at.toISOString(), done: done !== undefined }
}

/** Every five minutes: sends what is due, and withdraws what is not wanted any more and was not delivered yet. */
export const sendRemindersTask = (context: Pick<Context, 'facility' | 'publicUrl'>): Task => ({
  name: 'send-reminders',
  cron: '*/5 * * * *',
  async run({ db, clock }) {
    const now = clock.now()
    const zone = (await context.facility.get()).time_zone
    await transaction(db, system, withdrawOutdated)
    const due = await undone(db, dueDays(await readReminderSettings(db), { now, zone }))
    const failures: unknown[] = []
    for (const day of due) {
      const at = { now, zone, siteUrl: context.publicUrl() }
      // A day that fails is tried again in five minutes, and does not keep the others.
      await transaction(db, system, (tx) => remindOfDay(tx, day, at)).catch((error) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  },
})

async function undone(db: Db, due: readonly DueDay[]): Promise<DueDay[]> {
  const [first] = due
  if (!first) return []
  const rows = await db
    .selectFrom('reminder_days')
    .select(['kind', 'day'])
    .where('day', '>=', first.day)
    .execute()
  const done = new Set(rows.map(({ kind, day }) => `${kind} ${day}`))
  return due.filter(({ kind, day }) => !done.has(`${kind} ${day}`))
}

/**
 * Reminds everybody of what begins on a day and has not begun: one mail to each reader, or one for each camp. Of two that try
 * at once the second one waits for the first and finds the day done. Who booked today has today's confirmation instead.
 */
export async function remindOfDay(
  tx: Tx,
  { kind, day }: DueDay,
  { now, zone, siteUrl }: Moment & { siteUrl: string },
): Promise<void> {
  const claimed = await tx
    .insertInto('reminder_days')
    .values({ kind, day, reminded_at: now, messages: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  if (!claimed) return
  const sessions = (await sessionsOn(tx, { kind, day }, zone)).filter(
    ({ starts, isCanceled }) => starts > now && !isCanceled,
  )
  const today = dayBounds(facilityDay(now, zone), zone).start
  // A camp has a mail of its own, with what to bring.
  const groups = kind === 'camp' ? sessions.map((camp) => [camp]) : [sessions]
  let messages = 0
  for (const group of groups) {
    const { readers } = await audienceOf(tx, group, ({ bookedAt }) => bookedAt < today)
    if (readers.length === 0) continue
    const event = `reminder:${kind}:${day}${kind === 'camp' ? `:${group[0]?.id}` : ''}`
    const mails = await enqueueForReaders(tx, readers, {
      event,
      written: null,
      at: { now, siteUrl, facility: { time_zone: zone } },
    })
    messages += mails.length
    await tx
      .insertInto('automatic_reminders')
      .values(
        mails.flatMap(({ id, reader }) =>
          reader.seats.map((seat) => ({
            message_id: id,
            source_id: seat.id,
            starts_at: seat.session.starts,
          })),
        ),
      )
      .execute()
  }
  await tx
    .updateTable('reminder_days')
    .set({ messages })
    .where('kind', '=', kind)
    .where('day', '=', day)
    .execute()
}

/** What begins on the day and is not canceled. */
export async function sessionsOn(db: Db, { kind, day }: DueDay, zone: string): Promise<Session[]> {
  if (kind === 'camp') {
    const camps = await db.selectFrom('camps').select('id').where('start_date', '=', day).execute()
    return readSessions(
      db,
      'camp',
      camps.map(({ id }) => id),
      zone,
    )
  }
  const { start, end } = dayBounds(day, zone)
  const rows = await db
    .selectFrom('booking_entries')
    .select(['source_id', 'kind'])
    .where('starts_at', '>=', start)
    .where('starts_at', '<', end)
    .where('status', '<>', 'canceled')
    .where('kind', 'in', kind === 'cage' ? ['booking', 'guest_booking'] : [kind])
    // Of classes the sessions themselves; their places are read with them.
    .where((row) => row.or([row('kind', '<>', 'class'), row('source_id', '=', row.ref('group_id'))]))
    .execute()
  const read = (about: ReminderAbout) =>
    readSessions(
      db,
      about,
      rows.filter((row) => row.kind === about).map(({ source_id }) => source_id),
      zone,
    )
  return kind === 'cage' ? [...(await read('booking')), ...(await read('guest_booking'))] : read(kind)
}

/** Takes mails out of the outbox that wait there while nothing that they are about takes place at its time any more. */
export const withdrawOutdated = (tx: Tx) =>
  sql`
    delete from outbox mail
    where mail.status = 'queued' and mail.id in (select message_id from automatic_reminders)
      and not exists (
        select from automatic_reminders part
        where part.message_id = mail.id and (
          exists (
            select from booking_entries entry
            where entry.source_id = part.source_id and entry.starts_at = part.starts_at and entry.status <> 'canceled'
          )
          or exists (
            select from camp_registrations seat join camps camp on camp.id = seat.camp_id
            where seat.id = part.source_id and seat.status <> 'canceled'
              and camp.start_date = facility_day(part.starts_at)
          )
        )
      )`.execute(tx)
