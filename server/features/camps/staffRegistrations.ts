/** The registrations of a camp as staff read them. */

import { sql } from 'kysely'
import type {
  CampRegistrations,
  StaffCampRegistration,
} from '../../../shared/contract/programs/campRegistrations.ts'
import { type PaidCents, refundableCents } from '../../../shared/domain/bookings/changePolicy.ts'
import { refundByRule, terms } from '../../../shared/domain/bookings/terms.ts'
import { centsFromDollars, dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { spotsLeft } from '../../../shared/domain/programs/camps.ts'
import { changeableCamp } from '../../../shared/domain/programs/registrationPolicy.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { RegistrationStatus } from '../../db/tables/classes.ts'
import { type BookedPerson, bookedPerson } from '../accounts/bookedPerson.ts'
import { missingCareOf } from '../households/missingCare.ts'
import { cardMoneyFor, deskMoneyFor, paidOf } from '../payments/refunds/cardMoney.ts'
import { unsignedOf } from '../waivers/queries.ts'
import { type Moment, timeslotsOfCamp } from './queries.ts'

/** The camp, published or not, with all of its registrations; null when there is none with this id. */
export async function readCampRegistrations(
  db: Db,
  campId: string,
  { now, zone }: Moment,
): Promise<CampRegistrations | null> {
  const [camp, rows] = await Promise.all([findAnyCamp(db, campId, now), readRows(db, campId, now)])
  if (!camp) return null
  const { taken, camp_timeslots, price, ...facts } = camp
  return {
    camp: {
      ...facts,
      price: dollarsFromDecimal(price),
      spots_left: spotsLeft(camp.max_spots, taken),
    },
    registrations: rows.map((row) => asStaffRegistration(row, { ...camp, camp_timeslots }, { now, zone })),
  }
}

const findAnyCamp = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('camps')
    .select(['id', 'name', 'published', 'start_date', 'end_date', 'price', 'min_age', 'max_age', 'max_spots'])
    .select(sql<number>`camp_seats_taken(camps.id, ${now.toISOString()}::timestamptz)`.as('taken'))
    .select(timeslotsOfCamp.as('camp_timeslots'))
    .where('id', '=', id)
    .executeTakeFirst()
type AnyCamp = NonNullable<Awaited<ReturnType<typeof findAnyCamp>>>

type Row = Pick<
  StaffCampRegistration,
  | ('id' | 'camp_id' | 'is_guest' | 'status' | 'name' | 'participant' | 'registrant')
  | ('attendance' | 'has_payment')
> & {
  created_at: Date
  canceled_at: Date | null
  total_cost: string
  cutoffDays: number
  card_money: string | null
  desk_money: string
  revision: number
}

async function readRows(db: Db, campId: string, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select seat.id, seat.camp_id, seat.guest_name is not null as is_guest, seat.status, seat.created_at, seat.canceled_at, seat.total_cost,
      seat.version as revision, seat.attendance, seat.cancellation_cutoff_days as "cutoffDays",
      coalesce(person.name, seat.guest_name, account.full_name) as name,
      case when person.id is not null then jsonb_build_object(
        'id', person.id, 'name', person.name, 'age', full_years(person.birth_date, camp.start_date),
        'missing_care', ${missingCareOf('person.id')}, 'has_note', has_medical_note(person.id), 'unsigned', ${unsignedOf('person.id', 'camps', now)}
      ) end as participant,
      case
        when seat.guest_name is not null then jsonb_build_object(
          'id', null, 'full_name', seat.guest_name, 'email', seat.guest_email, 'phone_number', seat.guest_phone
        )
        when account.id is not null then jsonb_build_object(
          'id', account.id, 'full_name', account.full_name, 'email', account.email,
          'phone_number', account.phone_number
        )
      end as registrant,
      ${cardMoneyFor('camp_registration_id', 'seat.id')} as card_money, ${deskMoneyFor('camp_registration_id', 'seat.id')} as desk_money,
      exists (select from payment_items item where item.camp_registration_id = seat.id) as has_payment
    from camp_registrations seat
    join camps camp on camp.id = seat.camp_id
    left join participants person on person.id = seat.participant_id
    left join profiles account on account.id = seat.user_id
    where seat.camp_id = ${campId}
    order by lower(coalesce(person.name, seat.guest_name, account.full_name)) nulls last, seat.created_at, seat.id`.execute(
    db,
  )
  return rows
}

function asStaffRegistration(
  { cutoffDays, card_money, desk_money, ...row }: Row,
  camp: AnyCamp,
  { now, zone }: Moment,
): StaffCampRegistration {
  const paid = paidOf({ card_money, desk_money })
  const paidCents = refundableCents(paid)
  const owed = row.status === 'registered' ? Math.max(0, centsFromDollars(row.total_cost) - paidCents) : 0
  const booked = changeableCamp({ status: row.status, cutoffDays }, camp, zone)
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    canceled_at: row.canceled_at?.toISOString() ?? null,
    total_cost: dollarsFromDecimal(row.total_cost),
    paid_amount: dollarsFromCents(paidCents),
    owed_amount: dollarsFromCents(owed),
    refund_by_rule: dollarsFromCents(refundByRule(terms.desk.refund, booked, paid, now).cents),
    paid_by_card: card_money !== null,
  }
}

/** A registration as the commands of staff take it. */
export interface LoadedRegistration {
  readonly id: string
  readonly table: 'camp_registrations'
  readonly kind: 'camp_registration' | 'guest_camp_registration'
  readonly campId: string
  readonly campName: string
  readonly status: RegistrationStatus
  readonly version: number
  readonly participantId: string | null
  /** Of who takes part. */
  readonly name: string
  /** Who registered. */
  readonly person: BookedPerson
  readonly cents: number
  readonly cutoffDays: number
  readonly paid: PaidCents
  /** Whether a payment by card is known, refunded or not. */
  readonly isByCard: boolean
}

/** The registration with this id, of an account or of a guest. */
export async function findRegistration(db: Db, id: string): Promise<LoadedRegistration | undefined> {
  const { rows } = await sql<LoadedRow>`
    select seat.id, guest_or_account('camp_registration', seat.guest_name) as kind, seat.camp_id as "campId", seat.status, seat.version,
      seat.participant_id as "participantId", seat.user_id, camp.name as "campName",
      person.name as participant_name, seat.total_cost, seat.cancellation_cutoff_days as "cutoffDays",
      coalesce(account.full_name, seat.guest_name) as person_name,
      coalesce(account.email, seat.guest_email) as person_email,
      coalesce(account.phone_number, seat.guest_phone) as person_phone,
      ${cardMoneyFor('camp_registration_id', 'seat.id')} as card_money, ${deskMoneyFor('camp_registration_id', 'seat.id')} as desk_money
    from camp_registrations seat
    join camps camp on camp.id = seat.camp_id
    left join participants person on person.id = seat.participant_id
    left join profiles account on account.id = seat.user_id
    where seat.id = ${id}`.execute(db)
  return rows[0] && asLoaded(rows[0])
}

type LoadedRow = Pick<
  LoadedRegistration,
  'id' | 'kind' | 'campId' | 'campName' | 'status' | 'version' | 'participantId' | 'cutoffDays'
> &
  Parameters<typeof bookedPerson>[0] &
  Parameters<typeof paidOf>[0] & { participant_name: string | null; total_cost: string }

function asLoaded(row: LoadedRow): LoadedRegistration {
  const { id, kind, campId, campName, status, version, participantId, cutoffDays } = row
  const person = bookedPerson(row)
  return {
    table: 'camp_registrations',
    ...{ id, kind, campId, campName, status, version, participantId, cutoffDays, person },
    name: row.participant_name ?? person.name,
    cents: centsFromDollars(row.total_cost),
    paid: paidOf(row),
    isByCard: row.card_money !== null,
  }
}

/** Loads a registration under its lock; undefined once it is deleted. */
export async function lockRegistration(
  tx: Tx,
  { id }: Pick<LoadedRegistration, 'id'>,
): Promise<LoadedRegistration | undefined> {
  await tx.selectFrom('camp_registrations').select('id').where('id', '=', id).forUpdate().execute()
  return findRegistration(tx, id)
}

/** The id of the payment of a registration: a valid one rather than one that failed or was taken back; of several the last. */
export async function findPaymentId(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select('payment.id')
    .where('item.camp_registration_id', '=', id)
    .orderBy(sql`payment.status in ('completed', 'refunded')`, 'desc')
    .orderBy('payment.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
