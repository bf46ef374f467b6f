import { sql } from 'kysely'
import type { CustomerCampRegistration } from '../../../../shared/contract/accounts/accountRegistrations.ts'
import { changeOf } from '../../../../shared/domain/bookings/changePolicy.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import { changeableCamp } from '../../../../shared/domain/programs/registrationPolicy.ts'
import type { Db } from '../../../db/database.ts'
import type { Customer } from '../../accounts/customer.ts'
import { timeslotsOfCamp } from '../../camps/queries.ts'
import { isOwnRow } from '../../households/ownRows.ts'
import { participationOf } from '../../households/participation.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { cardMoneyFor, deskMoneyFor, paidOf, refundedFor } from '../../payments/refunds/cardMoney.ts'
import { receiptOf } from './receipt.ts'

const registrationType = sql<'user' | 'guest'>`case when guest_name is null then 'user' else 'guest' end`.as(
  'registration_type',
)

/** The camp registrations of the customer's household with camp and timeslots, newest first (spec 2 §7). */
export async function listCampRegistrations(
  db: Db,
  customer: Customer,
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
): Promise<CustomerCampRegistration[]> {
  const columns = ['id', 'camp_id', 'status', 'total_cost', 'created_at', 'cancellation_cutoff_days'] as const
  const rows = await db
    .with('mine', (qb) =>
      qb
        .selectFrom('camp_registrations')
        .select([...columns, registrationType])
        .select(participationOf(customer, 'camp_registrations', 'user_id'))
        .where(isOwnRow(customer, 'camp_registrations', 'user_id')),
    )
    .selectFrom('mine')
    .innerJoin('camps', 'camps.id', 'mine.camp_id')
    .select(['mine.id', 'mine.camp_id', 'mine.status', 'mine.total_cost', 'mine.created_at'])
    .select(['mine.cancellation_cutoff_days', 'mine.participant', 'mine.booked_by'])
    .select([
      cardMoneyFor('camp_registration_id', 'mine.id').as('card_money'),
      deskMoneyFor('camp_registration_id', 'mine.id').as('desk_money'),
    ])
    .select(refundedFor('camp_registration_id', 'mine.id').as('refunded'))
    .select(['registration_type', 'camps.name', 'camps.age_group', 'camps.price', 'camps.start_date'])
    .select(['camps.end_date', 'camps.banner_url', 'camps.published', 'camps.what_to_bring'])
    .select(timeslotsOfCamp.as('camp_timeslots'))
    .select(receiptOf(customer, sql`mine.id = camp_registration_id`))
    .orderBy('mine.created_at', 'desc')
    .orderBy('mine.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    registration_type: row.registration_type,
    status: row.status,
    total_cost: dollarsFromDecimal(row.total_cost),
    refunded_amount: dollarsFromDecimal(row.refunded),
    created_at: row.created_at.toISOString(),
    receipt_url: row.receipt_url,
    participant: row.participant,
    booked_by: row.booked_by,
    change: changeOf(
      changeableCamp(
        { status: row.status, cutoffDays: row.cancellation_cutoff_days },
        row,
        facility.time_zone,
      ),
      paidOf(row),
      now,
    ),
    camp_id: row.camp_id,
    camps: {
      id: row.camp_id,
      name: row.name,
      age_group: row.age_group,
      price: dollarsFromDecimal(row.price),
      start_date: row.start_date,
      end_date: row.end_date,
      banner_url: row.banner_url,
      what_to_bring: row.what_to_bring,
      published: row.published,
      camp_timeslots: row.camp_timeslots.map(({ date, start_time, end_time }) => ({
        date,
        start_time: start_time.slice(0, 5),
        end_time: end_time.slice(0, 5),
      })),
    },
  }))
}
