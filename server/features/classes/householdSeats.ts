import { sql } from 'kysely'
import type { HouseholdClassSeat } from '../../../shared/contract/programs/classes.ts'
import type { Db } from '../../db/database.ts'
import {
  type HouseholdSeatRow,
  householdColumns,
  householdSeat,
  ofHousehold,
} from '../households/householdSeats.ts'

/**
 * The seats of a household in the sessions of a class, by date: registrations that are not canceled, the desk's included,
 * and what open checkouts hold, also another adult's.
 */
export async function listHouseholdSeats(
  db: Db,
  { classId, customer, now }: { classId: string; customer: { readonly id: string }; now: Date },
): Promise<HouseholdClassSeat[]> {
  const { rows } = await sql<Omit<HouseholdClassSeat, keyof HouseholdSeatRow> & HouseholdSeatRow>`
    select seat.class_instance_id, registration_id, registration_type, ${householdColumns(customer)}, seat.status,
      seat.total_cost, cancellation_cutoff_hours, seat.created_at
    from (
      select class_instance_id, id as registration_id,
        case when guest_name is null then 'user' else 'guest' end as registration_type, participant_id, status,
        total_cost, cancellation_cutoff_hours, created_at, user_id
      from class_registrations where status <> 'canceled'
      union all
      select held.class_instance_id, null, 'user', held.participant_id, 'held', (
          select ((kept ->> 'cents')::numeric / 100)::numeric(10, 2) from jsonb_array_elements(hold.details -> 'sessions') kept
          where kept ->> 'id' = held.class_instance_id::text
            and coalesce(kept ->> 'participantId', held.participant_id::text) = held.participant_id::text
          limit 1
        ), null, hold.created_at, hold.user_id
      from checkout_hold_seats held join checkout_holds hold on hold.id = held.checkout_hold_id
      where held.class_instance_id is not null and hold.status = 'held'
        and hold.expires_at > ${now.toISOString()}::timestamptz
    ) seat
    join class_instances session on session.id = seat.class_instance_id and session.class_id = ${classId}
    ${ofHousehold(customer, 'class_registration_id')}
    order by session.class_date, session.start_time, session.id, seat.created_at, who.name, who.id`.execute(
    db,
  )
  return rows.map(householdSeat)
}
