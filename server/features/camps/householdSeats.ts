import { sql } from 'kysely'
import type { HouseholdCampSeat } from '../../../shared/contract/programs/camps.ts'
import type { Db } from '../../db/database.ts'
import {
  type HouseholdSeatRow,
  householdColumns,
  householdSeat,
  ofHousehold,
} from '../households/householdSeats.ts'

/**
 * The seats of a household in a camp, oldest first: registrations that are not canceled, the desk's included, and what open
 * checkouts hold, also another adult's.
 */
export async function listHouseholdSeats(
  db: Db,
  { campId, customer, now }: { campId: string; customer: { readonly id: string }; now: Date },
): Promise<HouseholdCampSeat[]> {
  const { rows } = await sql<Omit<HouseholdCampSeat, keyof HouseholdSeatRow> & HouseholdSeatRow>`
    select registration_id, registration_type, ${householdColumns(customer)}, seat.status, seat.total_cost,
      cancellation_cutoff_days, seat.created_at
    from (
      select id as registration_id, case when guest_name is null then 'user' else 'guest' end as registration_type,
        participant_id, status, total_cost, cancellation_cutoff_days, created_at, user_id
      from camp_registrations where camp_id = ${campId} and status <> 'canceled'
      union all
      select null, 'user', held.participant_id, 'held',
        (hold.amount / (select count(*) from checkout_hold_seats where checkout_hold_id = hold.id))::numeric(10, 2),
        null,
        hold.created_at, hold.user_id
      from checkout_hold_seats held join checkout_holds hold on hold.id = held.checkout_hold_id
      where held.camp_id = ${campId} and hold.status = 'held' and hold.expires_at > ${now.toISOString()}::timestamptz
    ) seat
    ${ofHousehold(customer, 'camp_registration_id')}
    order by seat.created_at, who.name, who.id`.execute(db)
  return rows.map(householdSeat)
}
