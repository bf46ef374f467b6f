import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { ClosureHit, HitKind, HitList } from '../../../../shared/contract/facility/closures.ts'
import { centsFromDollars, dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import type { Db } from '../../../db/database.ts'
import { DELETED_USER } from '../../accounts/bookedPerson.ts'
import { cardMoneyFor, deskMoneyFor, type RefundedItem } from '../../payments/refunds/cardMoney.ts'
import { stillTakes } from '../../places/occupancy.ts'

/** Cages and a range of time, half-open. */
export interface ClosedTime {
  readonly cageIds: readonly string[]
  readonly start: Date
  readonly end: Date
}

/** One thing that is booked where it cannot stay, as the ledger has it. */
export interface Hit {
  readonly kind: HitKind
  readonly id: string
  readonly title: string
  readonly cages: string[]
  readonly person: string | null
  readonly people: number
  readonly starts: Date
  readonly ends: Date
  readonly paidCents: number
  readonly begun: boolean
}

/** What is booked in these cages at this time and is not over, soonest first. */
export const hitsOfClosure = (db: Db, { cageIds, start, end }: ClosedTime, now: Date): Promise<Hit[]> =>
  readHits(
    db,
    sql<boolean>`occupancy.cage_id = any(${cageIds}::uuid[])
      and occupancy.during && tstzrange(${start.toISOString()}, ${end.toISOString()})`,
    now,
  )

/** What was paid for one thing, by card and at the desk, and is not given back. */
const paid = (reference: keyof RefundedItem, id: string) =>
  sql<string>`coalesce(${cardMoneyFor(reference, id)}, 0) + ${deskMoneyFor(reference, id)}`

/**
 * The rows of the ledger under a condition as the things that they belong to. A camp is one thing, however many of its
 * sessions are meant.
 *
 * @param condition over `occupancy`.
 */
export async function readHits(db: Db, condition: RawBuilder<boolean>, now: Date): Promise<Hit[]> {
  const { rows } = await sql<Omit<Hit, 'paidCents' | 'begun'> & { paid: string }>`
    with hit as (
      select
        occupancy.kind,
        coalesce(booking_id, coach_booking_id, class_instance_id, slot.camp_id, checkout_hold_id) as id,
        min(lower(during)) as starts,
        max(upper(during)) as ends,
        array_agg(distinct cages.name::text) as cages
      from occupancy
      join cages on cages.id = occupancy.cage_id
      left join camp_timeslots slot on slot.id = occupancy.camp_timeslot_id
      where ${condition}
        and occupancy.kind in ('booking', 'guest_booking', 'lesson', 'class', 'camp', 'hold')
        and upper(during) > ${now.toISOString()}::timestamptz and ${stillTakes(now)}
      group by 1, 2
    )
    select
      hit.*,
      coalesce(classes.name, camps.name, coaches.name, array_to_string(hit.cages, ', ')) as title,
      case when hit.kind in ('booking', 'guest_booking', 'lesson')
        then coalesce(customer.full_name, booking.guest_name, lesson.guest_name, ${DELETED_USER}) end as person,
      coalesce(class_seats.people, camp_seats.people, 1)::integer as people,
      case hit.kind
        when 'lesson' then ${paid('coach_booking_id', 'hit.id')}
        when 'class' then class_seats.paid
        when 'camp' then camp_seats.paid
        else ${paid('booking_id', 'hit.id')}
      end as paid
    from hit
    left join bookings booking on hit.kind in ('booking', 'guest_booking') and booking.id = hit.id
    left join coach_bookings lesson on hit.kind = 'lesson' and lesson.id = hit.id
    left join coaches on coaches.id = lesson.coach_id
    left join profiles customer on customer.id = coalesce(booking.user_id, lesson.customer_id)
    left join class_instances session on hit.kind = 'class' and session.id = hit.id
    left join classes on classes.id = session.class_id
    left join camps on hit.kind = 'camp' and camps.id = hit.id
    left join lateral (
      select count(*) as people, coalesce(sum(${paid('class_registration_id', 'seat.id')}), 0) as paid
      from class_registrations seat
      where seat.class_instance_id = session.id and seat.status <> 'canceled'
    ) class_seats on session.id is not null
    left join lateral (
      select count(*) as people, coalesce(sum(coalesce(${cardMoneyFor('camp_registration_id', 'seat.id')}, 0) + ${deskMoneyFor('camp_registration_id', 'seat.id')}), 0) as paid
      from camp_registrations seat
      where seat.camp_id = camps.id and seat.status <> 'canceled'
    ) camp_seats on camps.id is not null
    order by hit.starts, title, hit.id`.execute(db)
  return rows.map(({ paid: dollars, ...row }) => ({
    ...row,
    paidCents: centsFromDollars(dollars),
    begun: row.starts <= now,
  }))
}

/** Names exactly these things at these times, so that a confirmation cannot mean others. */
export const fingerprintOf = (hits: readonly Hit[]): string =>
  hash('sha256', JSON.stringify(hits.map(({ kind, id, starts }) => [kind, id, starts])), 'base64url')

/** What a closure hits: the bookings, how many people would be told, and the refund in dollars. */
export const hitListOf = (hits: readonly Hit[]): HitList => {
  const canceled = hits.filter(({ begun }) => !begun)
  return {
    hits: hits.map(shownHit),
    people: canceled.reduce((sum, { people }) => sum + people, 0),
    refund: dollarsFromCents(canceled.reduce((sum, { paidCents }) => sum + paidCents, 0)),
    fingerprint: fingerprintOf(hits),
  }
}

const shownHit = ({ starts, ends, paidCents, ...hit }: Hit): ClosureHit => ({
  ...hit,
  start_time: starts.toISOString(),
  end_time: ends.toISOString(),
  paid: dollarsFromCents(paidCents),
})
