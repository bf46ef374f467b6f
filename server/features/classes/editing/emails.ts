import { beforeStart, freeUntil } from '../../../../shared/domain/bookings/changeWords.ts'
import { startOf } from '../../../../shared/domain/programs/classSessions.ts'
import { sessionRefundUntil } from '../../../../shared/domain/programs/registrationPolicy.ts'
import { formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../../db/database.ts'
import type { CalendarEntry } from '../../../integrations/calendar/calendarFile.ts'
import { sharedEntry } from '../../../integrations/calendar/calendarParts.ts'
import { bookedPerson } from '../../accounts/bookedPerson.ts'
import { enqueueForEach } from '../../households/told.ts'
import { type ToldTogether, whoIsToldTogether } from '../../households/toldTogether.ts'
import { changeLinks } from '../../messages/changeOffer.ts'
import { dayInMail } from '../../messages/commands.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { isSameTime } from './plan.ts'
import type { SavedClass } from './saveClass.ts'

/** A save of a class, as its people are told of it. */
interface ClassChange {
  readonly saved: SavedClass
  readonly className: string
  readonly revision: number
  readonly actorId: string
  /** What staff write to the customers; empty for nothing. */
  readonly note: string
}

/**
 * Queues the messages of a save whose sessions changed their time or coach, in its own transaction: one for each save and
 * reader, with every session of theirs and the calendar file that moves them (decision 25).
 */
export async function enqueueClassChanged(tx: Tx, change: ClassChange, at: PurchaseContext): Promise<void> {
  const { saved, className, revision, actorId, note } = change
  const changes = new Map(saved.described.changed.map((session) => [session.class_instance_id, session]))
  if (changes.size === 0) return
  const seats = (await readSeats(tx, [...changes.keys()])).flatMap((seat) => {
    const session = changes.get(seat.session_id)
    return session ? [{ ...seat, session }] : []
  })
  const owners = Map.groupBy(seats, (seat) => seat.user_id ?? seat.person_email?.toLowerCase() ?? seat.id)
  for (const [owner, theirs] of owners) {
    const [first] = theirs
    if (!first) continue
    const told = await whoIsToldTogether(tx, theirs, { person: bookedPerson(first), actorId })
    await enqueueForEach(tx, told, (reader) => ({
      template: 'class-changed' as const,
      data: {
        full_name: reader.name,
        class_name: className,
        participant_name: reader.participantName,
        sessions: reader.parts.map((seat) => ({
          participant_name: told.length > 0 && theirs.length > 1 ? reader.nameIn(seat) : '',
          day: dayInMail(seat.session.class_date, at),
          time: formatWallTimeRange(seat.session),
          previous: isSameTime(seat.session.from, seat.session) ? '' : formatWallTimeRange(seat.session.from),
          coach: seat.session.coach_name === null ? '' : `with ${seat.session.coach_name}`,
        })),
        note,
        ...offerOf(reader, className, at),
        account_url: `${at.siteUrl}/account?tab=classes`,
      },
      dedupeKey: `class-changed:${saved.id}:${revision}:${owner}`,
      calendar: { filename: 'classes.ics', entries: entriesOf(reader, className, at) },
    }))
  }
}

type Seat = Awaited<ReturnType<typeof readSeats>>[number] & {
  readonly session: SavedClass['described']['changed'][number]
}

/** Until when the changed sessions can be canceled, by the rule that each was booked under. */
function offerOf({ parts, userId }: ToldTogether<Seat>, title: string, at: PurchaseContext) {
  const zone = at.facility.time_zone
  const offered = parts.map((seat) => {
    const start = startOf(seat.session, zone)
    return { id: seat.id, title, start, until: sessionRefundUntil(start, seat.cutoff_hours) }
  })
  const until = freeUntil(
    offered.map((seat) => seat.until),
    'cancel',
    { zone, before: beforeStart(parts[0]?.cutoff_hours ?? 0), now: at.now },
  )
  return {
    cutoff_line: until ?? 'It starts too soon to be canceled online.',
    change_links: changeLinks(offered, { userId, tab: 'classes' }, at),
  }
}

const entriesOf = (
  { parts, nameIn }: ToldTogether<Seat>,
  className: string,
  { facility, now }: PurchaseContext,
): CalendarEntry[] =>
  parts.map((seat) => ({
    id: seat.id,
    ...sharedEntry(seat.session_id, `Class: ${className}`, nameIn(seat)),
    lines: [],
    start: startOf(seat.session, facility.time_zone),
    end: startOf({ ...seat.session, start_time: seat.session.end_time }, facility.time_zone),
    canceled: false,
    revision: seat.revision + seat.session_revision,
    created_at: seat.created_at,
    changed_at: now,
  }))

async function readSeats(tx: Tx, sessionIds: readonly string[]) {
  const rows = await tx
    .selectFrom('class_registrations as registration')
    .innerJoin('class_instances as session', 'session.id', 'registration.class_instance_id')
    .leftJoin('profiles as account', 'account.id', 'registration.user_id')
    .select(['registration.id', 'registration.user_id', 'registration.participant_id'])
    .select(['registration.created_at', 'registration.revision', 'session.revision as session_revision'])
    .select(['session.id as session_id', 'registration.cancellation_cutoff_hours as cutoff_hours'])
    .select(({ fn }) => [
      fn.coalesce('account.full_name', 'registration.guest_name').as('person_name'),
      fn.coalesce('account.email', 'registration.guest_email').as('person_email'),
      fn.coalesce('account.phone_number', 'registration.guest_phone').as('person_phone'),
    ])
    .where('session.id', 'in', sessionIds)
    .where('registration.status', '<>', 'canceled')
    .orderBy('session.class_date')
    .orderBy('session.start_time')
    .orderBy('registration.created_at')
    .execute()
  return rows.map((row) => ({
    ...row,
    participant: row.participant_id === null ? null : { id: row.participant_id },
  }))
}
