import { sql } from 'kysely'
import type {
  CheckoutTimeDetails,
  OpenCheckoutsDetails,
} from '../../../../shared/domain/facility/limitTexts.ts'
import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import type { Places } from '../../places/places.ts'
import type { CountedAs, PurchaseContext } from '../purchase.ts'

/** Locks under which a buyer's open checkouts are counted. Like `personLock` they are taken before those of places. */
export const checkoutLocks = ({ person, address }: CountedAs): string[] =>
  [...person, address].map((key) => `#checkout ${key}`)

/**
 * Whether one more checkout would be too many for the person or the network address, or would hold more cage time than
 * the person may hold (decision record 018). Checkouts that hold no place are not counted. Call it under
 * `checkoutLocks`, after releasing the buyer's own older holds of the same places.
 */
export async function refuseOpenCheckouts(
  tx: Tx,
  { places, counted, userId }: { places: Places; counted: CountedAs; userId: string | null },
  { facility, now }: Pick<PurchaseContext, 'facility' | 'now'>,
): Promise<Refusal | null> {
  if (places.slots.length + places.seats.length === 0) return null
  const found = await readOpen(tx, counted, userId, now)
  if (found.standing === 'staff') return null
  const tooMany = (limit: number | null, open: number, counted_by: 'person' | 'address') =>
    limit !== null && open >= limit
      ? refuse('open_checkouts_limit', { limit, open, counted_by } satisfies OpenCheckoutsDetails)
      : null
  const refused =
    tooMany(found.most_per_person, found.by_person, 'person') ??
    tooMany(found.most_per_address, found.by_address, 'address')
  if (refused) return refused
  const minutes = cageMinutes(places)
  const most = found.standing === 'new' ? found.hours_new : found.hours_returning
  if (most === null || found.minutes + minutes <= most * 60) return null
  return refuse('checkout_hours_limit', {
    limit_minutes: most * 60,
    open_minutes: found.minutes,
    requested_minutes: minutes,
    phone: facility.phone,
  } satisfies CheckoutTimeDetails)
}

interface Open {
  readonly by_person: number
  readonly by_address: number
  /** Cage time held for the person. */
  readonly minutes: number
  readonly standing: 'staff' | 'member' | 'returning' | 'new'
  readonly most_per_person: number | null
  readonly most_per_address: number | null
  readonly hours_new: number | null
  readonly hours_returning: number | null
}

async function readOpen(tx: Tx, counted: CountedAs, userId: string | null, now: Date): Promise<Open> {
  const instant = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<Open>`
    select
      count(*) filter (where by_person)::integer as by_person,
      count(*) filter (where by_address)::integer as by_address,
      coalesce(sum(minutes) filter (where by_person), 0)::integer as minutes,
      customer_standing(${userId}::uuid, ${instant}) as standing,
      facility.open_checkouts_per_person as most_per_person,
      facility.open_checkouts_per_address as most_per_address,
      facility.checkout_hours_new_customer as hours_new,
      facility.checkout_hours_returning_customer as hours_returning
    from facility left join (
      select
        hold.opened_by && ${counted.person}::text[] as by_person,
        ${counted.address} = any(hold.opened_by) as by_address,
        (
          select sum(extract(epoch from end_time - start_time) / 60) from checkout_hold_slots
          where checkout_hold_id = hold.id and cage_id is not null
        ) as minutes
      from checkout_holds hold
      where hold.status = 'held' and hold.expires_at > ${instant} and (
        exists (select from checkout_hold_slots where checkout_hold_id = hold.id)
        or exists (select from checkout_hold_seats where checkout_hold_id = hold.id)
      )
    ) open on true
    group by facility.id`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('The facility has not been set up.')
  return found
}

const cageMinutes = ({ slots }: Places): number =>
  slots.reduce(
    (sum, { cageId, start, end }) => sum + (cageId ? (end.getTime() - start.getTime()) / minuteMs : 0),
    0,
  )
