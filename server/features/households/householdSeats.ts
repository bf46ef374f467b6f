/** Parts of the queries that list a household's seats in a camp or class, over rows of the alias `seat`. */

import { type RawBuilder, sql } from 'kysely'
import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { participantsOf } from './ownRows.ts'

/** The columns that `ofHousehold` gives. */
export interface HouseholdSeatRow {
  readonly participant: ParticipantRef
  readonly payer: { name: string; is_self: boolean } | null
  readonly receipt_url: string | null
  readonly total_cost: string
  readonly created_at: Date
}

/** Who takes part, who pays, and the receipt if the customer paid. */
export const householdColumns = ({ id }: { readonly id: string }) => sql`
  jsonb_build_object('id', who.id, 'name', who.name, 'is_self', who.user_id is not distinct from ${id}::uuid)
    as participant,
  case when payer.id is not null then jsonb_build_object('name', payer.full_name, 'is_self', payer.id = ${id}::uuid) end
    as payer,
  case when paid.user_id = ${id}::uuid then paid.receipt_url end as receipt_url`

/**
 * The joins behind them, which leave the seats of the customer's household only. `seat` has `registration_id`,
 * `participant_id` and `user_id`, the account that registered.
 *
 * @param item the column of `payment_items` that names the registration.
 */
export const ofHousehold = (
  customer: { readonly id: string },
  item: 'camp_registration_id' | 'class_registration_id',
): RawBuilder<unknown> => sql`
  join participants who on who.id = seat.participant_id and who.id = any(array(${participantsOf(customer)}))
  left join lateral (
    select payment.user_id, payment.receipt_url
    from payment_items item join payment_transactions payment on payment.id = item.payment_transaction_id
    where ${sql.ref(`item.${item}`)} = seat.registration_id and payment.status = 'completed'
    order by payment.created_at desc
    limit 1
  ) paid on true
  left join profiles payer on payer.id = coalesce(paid.user_id, seat.user_id)`

/** A row as the answer has it. */
export const householdSeat = <Row extends HouseholdSeatRow>(row: Row) => ({
  ...row,
  total_cost: dollarsFromDecimal(row.total_cost),
  created_at: row.created_at.toISOString(),
})
