import { sql } from 'kysely'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import type { Tx } from '../../db/database.ts'
import { dayLock, endExpiredHolds, takeLocks } from './occupancy.ts'

/** Time of a cage, a coach or both, kept during checkout. */
export interface HeldSlot {
  readonly cageId: string | null
  readonly coachId: string | null
  readonly start: Date
  readonly end: Date
}

/** One seat, kept during checkout, and who takes part; left out where only the camp or session is meant. */
export type HeldSeat = ({ readonly campId: string } | { readonly classInstanceId: string }) & {
  readonly participantId?: string | null
}

/** What is held during checkout; empty when the buyer already has the place. */
export interface Places {
  readonly slots: readonly HeldSlot[]
  readonly seats: readonly HeldSeat[]
}

/** The customer whose own holds may be replaced; null for guests, whose checkouts cannot be told apart. */
export interface HoldOwner {
  readonly userId: string | null
}

/**
 * Claims these places for this transaction: takes their locks (cages and coaches by day, then camps and class sessions by
 * id) and releases expired holds, and holds of the same buyer's earlier checkouts, so that nobody blocks themselves.
 */
export async function claimPlaces(
  tx: Tx,
  places: Places,
  buyer: HoldOwner,
  at: { now: Date; facility: Pick<Facility, 'time_zone'> },
): Promise<void> {
  await lockPlaces(tx, places, at.facility.time_zone)
  await clearPlaces(tx, places, buyer, at.now)
}

/** Waits for the locks of these places; every command that takes one of them calls this or `takeLocks`. */
export async function lockPlaces(tx: Tx, { slots, seats }: Places, timeZone: string): Promise<void> {
  await takeLocks(tx, slotLocks(slots, timeZone))
  await lockSeats(tx, seats)
}

/**
 * Releases expired holds, and the buyer's own holds of these places, which must be locked.
 *
 * @returns whether there were any.
 */
export async function clearPlaces(
  tx: Tx,
  places: Places,
  { userId }: HoldOwner,
  now: Date,
): Promise<boolean> {
  const expired = await endExpiredHolds(tx, now)
  const released = userId ? await releaseOwnHolds(tx, places, userId) : 0
  return expired || released > 0
}

/** Whether any of the slots is taken, or a camp or session has too few seats left. Call it under their locks. */
export async function arePlacesTaken(tx: Tx, { slots, seats }: Places): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from ${slotRows(slots)} as wanted (cage_id, coach_id, starts, ends)
      join occupancy on during && tstzrange(starts, ends)
        and (occupancy.cage_id = wanted.cage_id or occupancy.coach_id = wanted.coach_id)
    ) or exists (
      select from camps
      where id = any(${campIds(seats)}::uuid[])
        and camp_seats_taken(id) + cardinality(array_positions(${campIds(seats)}::uuid[], id)) > max_spots
    ) or exists (
      select from class_instances instance join classes class on class.id = instance.class_id
      where instance.id = any(${sessionIds(seats)}::uuid[])
        and class_session_seats_taken(instance.id)
          + cardinality(array_positions(${sessionIds(seats)}::uuid[], instance.id)) > class.max_spots
    ) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

const slotLocks = (slots: readonly HeldSlot[], zone: string): string[] =>
  slots.flatMap(({ cageId, coachId, start }) =>
    [cageId, coachId].flatMap((id) => (id ? [dayLock(id, facilityDay(start, zone))] : [])),
  )

/** The triggers that count seats lock the same rows; locking in the order of ids prevents deadlocks. */
async function lockSeats(tx: Tx, seats: readonly HeldSeat[]): Promise<void> {
  if (seats.length === 0) return
  await sql`select from camps where id = any(${campIds(seats)}::uuid[]) order by id for no key update`.execute(
    tx,
  )
  await sql`
    select from class_instances where id = any(${sessionIds(seats)}::uuid[]) order by id for no key update`.execute(
    tx,
  )
}

/** Their payments are canceled at the provider after the commit. */
async function releaseOwnHolds(tx: Tx, { slots, seats }: Places, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update checkout_holds set status = 'released'
    where user_id = ${userId} and status = 'held' and id in (
      select held.checkout_hold_id
      from ${slotRows(slots)} as wanted (cage_id, coach_id, starts, ends)
      join checkout_hold_slots held on tstzrange(held.start_time, held.end_time) && tstzrange(starts, ends)
        and (held.cage_id = wanted.cage_id or held.coach_id = wanted.coach_id)
      union all
      select checkout_hold_id from checkout_hold_seats
      where camp_id = any(${campIds(seats)}::uuid[]) or class_instance_id = any(${sessionIds(seats)}::uuid[])
    )`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const slotRows = (slots: readonly HeldSlot[]) => sql`unnest(
  ${slots.map(({ cageId }) => cageId)}::uuid[],
  ${slots.map(({ coachId }) => coachId)}::uuid[],
  ${slots.map(({ start }) => start.toISOString())}::timestamptz[],
  ${slots.map(({ end }) => end.toISOString())}::timestamptz[]
)`
const campIds = (seats: readonly HeldSeat[]) =>
  seats.flatMap((seat) => ('campId' in seat ? [seat.campId] : []))
const sessionIds = (seats: readonly HeldSeat[]) =>
  seats.flatMap((seat) => ('classInstanceId' in seat ? [seat.classInstanceId] : []))
