import { sql } from 'kysely'
import type { CustomerClassRegistration } from '../../../../shared/contract/accounts/accountRegistrations.ts'
import { changeOf } from '../../../../shared/domain/bookings/changePolicy.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import { changeableSession } from '../../../../shared/domain/programs/registrationPolicy.ts'
import type { Db } from '../../../db/database.ts'
import type { Customer } from '../../accounts/customer.ts'
import { isOwnRow } from '../../households/ownRows.ts'
import { participationOf } from '../../households/participation.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { cardMoneyFor, deskMoneyFor, paidOf, refundedFor } from '../../payments/refunds/cardMoney.ts'
import { receiptOf } from './receipt.ts'

/** The class registrations of the customer's household with session and class, newest first (spec 2 §7). */
export async function listClassRegistrations(
  db: Db,
  customer: Customer,
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
): Promise<CustomerClassRegistration[]> {
  const rows = await db
    .selectFrom('class_registrations as mine')
    .innerJoin('class_instances as session', 'session.id', 'mine.class_instance_id')
    .innerJoin('classes', 'classes.id', 'session.class_id')
    .leftJoin('coaches', 'coaches.id', 'session.coach_id')
    .select(['mine.id', 'mine.class_instance_id', 'mine.status', 'mine.total_cost', 'mine.created_at'])
    .select('mine.cancellation_cutoff_hours')
    .select([
      cardMoneyFor('class_registration_id', 'mine.id').as('card_money'),
      deskMoneyFor('class_registration_id', 'mine.id').as('desk_money'),
      refundedFor('class_registration_id', 'mine.id').as('refunded'),
    ])
    .select(sql<'user' | 'guest'>`case when mine.guest_name is null then 'user' else 'guest' end`.as('type'))
    .select(['session.class_date', 'session.start_time', 'session.end_time'])
    .select(['session.status as session_status', 'coaches.name as coach_name', 'classes.id as class_id'])
    .select(['classes.name', 'classes.description', 'classes.age_group', 'classes.price'])
    .select('classes.what_to_bring')
    .select(receiptOf(customer, sql`class_registration_id = mine.id`))
    .select(participationOf(customer, 'mine', 'user_id'))
    .where(isOwnRow(customer, 'mine', 'user_id'))
    .orderBy('mine.created_at', 'desc')
    .orderBy('mine.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    registration_type: row.type,
    status: row.status,
    total_cost: dollarsFromDecimal(row.total_cost),
    refunded_amount: dollarsFromDecimal(row.refunded),
    created_at: row.created_at.toISOString(),
    receipt_url: row.receipt_url,
    participant: row.participant,
    booked_by: row.booked_by,
    change: changeOf(changeableOf(row, facility.time_zone), paidOf(row), now),
    class_instance_id: row.class_instance_id,
    class_instances: {
      class_date: row.class_date,
      start_time: row.start_time.slice(0, 5),
      end_time: row.end_time.slice(0, 5),
      status: row.session_status,
      coach_name: row.coach_name,
      classes: {
        id: row.class_id,
        name: row.name,
        description: row.description,
        age_group: row.age_group,
        what_to_bring: row.what_to_bring,
        price: dollarsFromDecimal(row.price),
      },
    },
  }))
}

/** A registration for a canceled session counts as canceled. */
const changeableOf = (
  row: {
    status: CustomerClassRegistration['status']
    session_status: 'active' | 'canceled'
    cancellation_cutoff_hours: number
    class_date: string
    start_time: string
    end_time: string
  },
  zone: string,
) =>
  changeableSession(
    {
      status: row.session_status === 'canceled' ? 'canceled' : row.status,
      cutoffHours: row.cancellation_cutoff_hours,
    },
    row,
    zone,
  )
