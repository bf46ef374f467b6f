import { sql } from 'kysely'
import type { StaffCamp } from '../../../../shared/contract/staffCamps.ts'
import { campDates } from '../../../../shared/domain/camps.ts'
import { centsFromDollars, formatPrice } from '../../../../shared/domain/money.ts'
import { formatDay, formatWallTimeRange } from '../../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../../db/database.ts'
import { bookedPerson } from '../../accounts/bookedPerson.ts'
import { listOfNames } from '../../households/names.ts'
import { type ToldPerson, whoIsTold } from '../../households/told.ts'
import { enqueueMessage } from '../../messages/commands.ts'
import { sessionsOf } from '../emails.ts'
import type { Saving } from './saveCamp.ts'

/**
 * Tells everybody with a seat what is different, in the transaction of the change: one message for each reader, whoever of
 * theirs takes part (decision 25). Nothing is sent where neither dates, times, ages nor the price have changed.
 *
 * @returns how many messages.
 */
export async function enqueueCampChanged(
  tx: Tx,
  { before, after, message }: { before: StaffCamp; after: StaffCamp; message: string },
  { at, actorId }: Saving,
): Promise<number> {
  const changes = changesOf(before, after)
  if (changes.length === 0) return 0
  const readers = await readersOf(tx, after.id, actorId)
  for (const { person, names } of readers) {
    await enqueueMessage(tx, {
      template: 'camp-changed',
      to: person,
      data: {
        full_name: person.name,
        participant_name: names.every((name) => name === '')
          ? ''
          : listOfNames([...new Set(names)].map((name) => name || 'you')),
        camp_name: after.name,
        changes,
        sessions: sessionsOf({ ...after, slots: after.camp_timeslots }),
        note: message,
        account_url: `${at.siteUrl}/account?tab=camps`,
      },
      dedupeKey: `camp-changed:${after.id}:${after.revision}:${person.userId ?? person.email}`,
    })
  }
  return readers.length
}

/** What those registered are told of. Their own price stays, so that of new registrations says so. */
function changesOf(before: StaffCamp, after: StaffCamp) {
  const priceOf = ({ price }: StaffCamp) => formatPrice(centsFromDollars(price))
  const pairs = [
    { what: 'Dates', textOf: campDates },
    { what: 'Times', textOf: timesOf },
    { what: 'Ages', textOf: ({ min_age, max_age }: StaffCamp) => `${min_age}-${max_age} years` },
    { what: 'Price for new registrations (yours stays)', textOf: priceOf },
  ]
  return pairs
    .map(({ what, textOf }) => ({ what, before: textOf(before), now: textOf(after) }))
    .filter((change) => change.before !== change.now)
}

const timesOf = ({ camp_timeslots }: StaffCamp): string =>
  camp_timeslots.map((slot) => `${formatDay(slot.date)}, ${formatWallTimeRange(slot)}`).join('; ') ||
  'not set'

/** Everybody who is told of a seat in the camp, each address once, with the names of who takes part. */
async function readersOf(tx: Tx, campId: string, actorId: string) {
  const { rows: seats } = await sql<Parameters<typeof bookedPerson>[0] & { participant_id: string | null }>`
    select seat.participant_id, seat.user_id, account.full_name as person_name, account.email as person_email,
      account.phone_number as person_phone, seat.created_at
    from camp_registrations seat left join profiles account on account.id = seat.user_id
    where camp_id = ${campId} and status <> 'canceled'
    union all
    select participant_id, null, guest_name, guest_email, guest_phone, created_at
    from guest_camp_registrations where camp_id = ${campId} and status <> 'canceled'
    order by created_at`.execute(tx)
  const readers = new Map<string, { person: ToldPerson; names: string[] }>()
  for (const seat of seats) {
    const person = bookedPerson(seat)
    const { people } = await whoIsTold(tx, { participantId: seat.participant_id, person, actorId })
    for (const told of people) {
      const key = told.email.toLowerCase()
      const reader = readers.get(key) ?? { person: told, names: [] }
      reader.names.push(told.participantName)
      readers.set(key, reader)
    }
  }
  return [...readers.values()]
}
