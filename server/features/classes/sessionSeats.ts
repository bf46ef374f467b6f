/** Who has or had a seat in a class session, as staff see it (spec 3 §3). */

import { sql } from 'kysely'
import type {
  AdminClassRegistration,
  SessionWithRegistrations,
} from '../../../shared/contract/programs/classSessions.ts'
import { centsFromDollars, dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { startOf } from '../../../shared/domain/programs/classSessions.ts'
import type { Db } from '../../db/database.ts'
import { DELETED_USER } from '../accounts/bookedPerson.ts'
import { missingCareOf } from '../households/missingCare.ts'
import { unsignedOf } from '../waivers/queries.ts'
import { adminInstance, findSession } from './sessionList.ts'

/** A session with all its registrations: by name, canceled ones last; null when there is none with this id. */
export async function readSessionSeats(
  db: Db,
  id: string,
  at: { now: Date; zone: string },
): Promise<SessionWithRegistrations | null> {
  const [row, seats] = await Promise.all([
    findSession(db, id, at.now),
    seatRows(db, at.now)
      .where('seat.class_instance_id', '=', id)
      .orderBy(sql`seat.status = 'canceled'`)
      .orderBy(sql`lower(coalesce(person.name, seat.guest_name, account.full_name))`)
      .orderBy('seat.id')
      .execute(),
  ])
  if (!row) return null
  const session = adminInstance(row)
  return {
    session: {
      ...session,
      price: dollarsFromDecimal(session.price),
      starts_at: startOf(session, at.zone).toISOString(),
      ends_at: startOf({ ...session, start_time: session.end_time }, at.zone).toISOString(),
    },
    registrations: seats.map(adminRegistration),
  }
}

/** One registration; null when there is none with this id. */
export async function findSeat(db: Db, id: string, now: Date): Promise<AdminClassRegistration | null> {
  const row = await seatRows(db, now).where('seat.id', '=', id).executeTakeFirst()
  return row ? adminRegistration(row) : null
}

const seatRows = (db: Db, now: Date) =>
  db
    .selectFrom('class_registrations as seat')
    .innerJoin('class_instances as session', 'session.id', 'seat.class_instance_id')
    .leftJoin('profiles as account', 'account.id', 'seat.user_id')
    .leftJoin('participants as person', 'person.id', 'seat.participant_id')
    .leftJoin('profiles as staff', 'staff.id', 'seat.registered_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payment_items as item')
          .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
          .select(['payment.id', 'payment.taken_at_desk'])
          .whereRef('item.class_registration_id', '=', 'seat.id')
          .where('payment.status', 'in', ['completed', 'refunded'])
          .orderBy('payment.created_at', 'desc')
          .limit(1)
          .as('payment'),
      (join) => join.onTrue(),
    )
    .select([
      'seat.id',
      'seat.status',
      'seat.user_id',
      'seat.guest_name',
      'seat.guest_email',
      'seat.guest_phone',
    ])
    .select([
      'seat.total_cost',
      'seat.attendance',
      'seat.attendance_at',
      'seat.created_at',
      'seat.canceled_at',
    ])
    .select([
      'seat.version',
      'seat.participant_id',
      'person.name as participant_name',
      'person.user_id as person_id',
    ])
    .select(missingCareOf('person.id').as('missing_care'))
    .select(sql<boolean>`has_medical_note(person.id)`.as('has_note'))
    .select(unsignedOf('person.id', 'classes', now).as('unsigned'))
    .select([
      'account.full_name',
      'account.email',
      'account.phone_number',
      'staff.full_name as registered_by',
    ])
    .select(['payment.id as payment_id', 'payment.taken_at_desk'])
    .select([
      sql<number | null>`full_years(person.birth_date, session.class_date)`.as('age'),
      sql<string>`paid_for(seat.id)`.as('paid'),
    ])

type SeatRow = Awaited<ReturnType<ReturnType<typeof seatRows>['execute']>>[number]

function adminRegistration(row: SeatRow): AdminClassRegistration {
  const isGuest = row.guest_name !== null
  const paid = centsFromDollars(row.paid)
  const customer = row.guest_name ?? row.full_name ?? DELETED_USER
  return {
    id: row.id,
    status: row.status === 'registered' ? 'unpaid' : row.status,
    isGuest,
    user_id: row.user_id,
    guest_name: row.guest_name,
    guest_email: row.guest_email,
    guest_phone: row.guest_phone,
    customer_name: customer,
    customer_email: row.guest_email ?? row.email,
    customer_phone: row.guest_phone ?? row.phone_number,
    participant: {
      id: row.participant_id,
      name: row.participant_name ?? customer,
      age: row.age,
      missing_care: row.missing_care,
      has_note: row.has_note,
      unsigned: row.unsigned,
      is_customer: isGuest || row.participant_id === null || row.person_id === row.user_id,
    },
    registered_by: row.registered_by,
    total_cost: dollarsFromDecimal(row.total_cost),
    owed: dollarsFromCents(
      row.status === 'registered' ? Math.max(centsFromDollars(row.total_cost) - paid, 0) : 0,
    ),
    paid_amount: dollarsFromCents(paid),
    paid_by: row.payment_id === null ? null : row.taken_at_desk ? 'desk' : 'card',
    payment_id: row.payment_id,
    attendance: row.attendance,
    attendance_at: row.attendance_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    canceled_at: row.canceled_at?.toISOString() ?? null,
    revision: row.version,
  }
}
