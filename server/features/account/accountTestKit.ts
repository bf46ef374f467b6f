import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CampRegistrationsTable } from '../../db/tables/camps.ts'
import type { ClassRegistrationsTable } from '../../db/tables/classes.ts'
import type { PaymentItemsTable, PaymentTransactionsTable } from '../../db/tables/payments.ts'

/** A camp with these timeslots, `[day, from, to]`; its dates are those of the first and the last. */
export async function addCamp(
  db: Db,
  name: string,
  slots: readonly (readonly [day: string, from: string, to: string])[],
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('camps')
    .values({
      id,
      name,
      price: '120.00',
      start_date: slots[0]?.[0] ?? '',
      end_date: slots.at(-1)?.[0] ?? '',
      published: true,
    })
    .execute()
  const rows = slots.map(([date, start_time, end_time]) => ({ camp_id: id, date, start_time, end_time }))
  await db.insertInto('camp_timeslots').values(rows).execute()
  return id
}

/** A class with one session on each of these days, 5 to 6 PM; the ids of class and sessions. */
export async function addClass(db: Db, name: string, days: readonly string[], coachId: string | null = null) {
  const id = randomUUID()
  await db
    .insertInto('classes')
    .values({
      id,
      name,
      price: '25.00',
      max_spots: 8,
      start_date: days[0] ?? '',
      end_date: days.at(-1) ?? '',
    })
    .execute()
  const sessions = days.map((class_date) => ({
    id: randomUUID(),
    class_id: id,
    coach_id: coachId,
    class_date,
    start_time: '17:00',
    end_time: '18:00',
  }))
  await db.insertInto('class_instances').values(sessions).execute()
  return { id, sessions: sessions.map((session) => session.id) }
}

export async function register(db: Db, row: Insertable<ClassRegistrationsTable>): Promise<string> {
  const { id } = await db
    .insertInto('class_registrations')
    .values({ total_cost: '25.00', ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function registerForCamp(db: Db, row: Insertable<CampRegistrationsTable>): Promise<string> {
  const { id } = await db
    .insertInto('camp_registrations')
    .values({ total_cost: '120.00', ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A completed card payment of these items; its id. */
export async function addPayment(
  db: Db,
  payment: Partial<Insertable<PaymentTransactionsTable>>,
  items: readonly Partial<Insertable<PaymentItemsTable>>[] = [],
): Promise<string> {
  const { id } = await db
    .insertInto('payment_transactions')
    .values({
      payment_type: 'class_booking',
      total_amount: '25.00',
      status: 'completed',
      completed_at: new Date(),
      ...payment,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = items.map((item) => ({ amount: '25.00', ...item, payment_transaction_id: id }))
  if (rows.length > 0) await db.insertInto('payment_items').values(rows).execute()
  return id
}
