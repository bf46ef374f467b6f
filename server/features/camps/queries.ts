import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Camp, CampDetail, CampRegistration } from '../../../shared/contract/programs/camps.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import {
  ageGroup,
  type CampSession,
  campStart,
  registrationEnd,
  registrationState,
  spotsLeft,
} from '../../../shared/domain/programs/camps.ts'
import type { Db } from '../../db/database.ts'
import type { Database } from '../../db/tables.ts'
import { storedFileUrl } from '../../integrations/storage/storedFile.ts'
import { avatarUrl } from '../coaches/queries.ts'
import { isSelf } from '../households/ownRows.ts'
import { pleaseBring } from '../messages/templates/changes.ts'

/** The moment and the zone for checking whether registration is open. */
export interface Moment {
  readonly now: Date
  readonly zone: string
}

/** Taken seats, counted as everywhere (decision 13); a hold whose time is over takes none (decision 16). */
export const seatsTaken = (now: Date) =>
  sql<number>`camp_seats_taken(camps.id, ${now.toISOString()}::timestamptz)`

/** The timeslots of a camp in order, for a query that reads the table `camps`. */
export const timeslotsOfCamp = jsonArrayFrom(
  expressionBuilder<Database, 'camps'>()
    .selectFrom('camp_timeslots as slot')
    .select(['slot.id', 'slot.date', 'slot.start_time', 'slot.end_time'])
    .whereRef('slot.camp_id', '=', 'camps.id')
    .orderBy('slot.date')
    .orderBy('slot.start_time'),
)

/** What staff enter of a camp and everybody reads as it was entered: one name in the table, the answer and, after `p_`, the request. */
export const enteredColumns = [
  ...(['name', 'description', 'max_spots', 'start_date', 'end_date', 'min_age', 'max_age'] as const),
  ...([
    'sport',
    'focus',
    'level',
    'bullet_points',
    'what_to_bring',
    'registration_enabled',
    'pay_on_arrival_enabled',
  ] as const),
] as const
/** The columns of a camp that is offered; the text of the ages, the price and the picture are told in other words. */
export const offeredColumns = [...enteredColumns, 'age_group', 'price', 'banner_url'] as const

const camps = (db: Db, { now }: Pick<Moment, 'now'>) =>
  db
    .selectFrom('camps')
    .select(['id', ...offeredColumns, 'called_off_at', seatsTaken(now).as('taken')])
    .select(timeslotsOfCamp.as('slots'))
    .where('published', '=', true)

type CampRow = Awaited<ReturnType<ReturnType<typeof camps>['executeTakeFirstOrThrow']>>

/** Published camps by start date (spec 2 §7, §9). */
export async function listCamps(db: Db, moment: Moment): Promise<Camp[]> {
  const rows = await camps(db, moment).orderBy('start_date').orderBy('end_date').orderBy('name').execute()
  return rows.map((row) => campOf(row, moment))
}

/** One published camp with its coaches by name, those who have left excepted; null when there is none with this id. */
export async function findCamp(db: Db, id: string, moment: Moment): Promise<CampDetail | null> {
  const row = await camps(db, moment)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('camp_coaches')
          .innerJoin('coaches', 'coaches.id', 'camp_coaches.coach_id')
          .select(['coaches.id', 'coaches.name', 'bio', 'specialties', 'profile_image_url'])
          .whereRef('camp_coaches.camp_id', '=', 'camps.id')
          .where('coaches.is_active', '=', true)
          .orderBy('coaches.name')
          .orderBy('coaches.id'),
      ).as('coaches'),
    )
    .where('camps.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const camp_coaches = row.coaches.map((coach) => ({
    coach: { ...coach, profile_image_url: avatarUrl(coach.profile_image_url) },
  }))
  return { ...campOf(row, moment), camp_coaches }
}

function campOf({ slots, ...row }: CampRow, moment: Moment): Camp {
  const camp_timeslots = slots.map(withoutSeconds)
  return { ...campAsSold({ ...row, camp_timeslots }, moment), published: true }
}

/** What those who come should know, as the lines of a list. */
export const goodToKnow = (camp: Pick<CampRow, 'bullet_points' | 'what_to_bring'>): string[] => [
  ...camp.bullet_points,
  ...pleaseBring(camp.what_to_bring),
]

/** A session as the wire has it: `HH:mm`. */
export const withoutSeconds = <Slot extends { start_time: string; end_time: string }>(slot: Slot): Slot => ({
  ...slot,
  start_time: slot.start_time.slice(0, 5),
  end_time: slot.end_time.slice(0, 5),
})

/** A camp's row as it is sold: amounts in dollars, and whether and until when people can register. */
export function campAsSold<Row extends Omit<CampRow, 'slots'> & { camp_timeslots: readonly CampSession[] }>(
  { taken, called_off_at, ...row }: Row,
  { now, zone }: Moment,
) {
  const spots_left = spotsLeft(row.max_spots, taken)
  const ends = registrationEnd(row, zone)
  const registration_state = registrationState({ ...row, called_off_at, spots_left }, ends, now)
  return {
    ...row,
    price: dollarsFromDecimal(row.price),
    age_group: ageGroup(row),
    banner_url: storedFileUrl('camp-banners', row.banner_url),
    active_registrations_count: taken,
    spots_left,
    registration_state,
    registration_open: registration_state === 'open',
    starts_at: campStart(row, zone).toISOString(),
    registration_ends_at: ends.toISOString(),
  }
}

/**
 * Taken seats of a published camp; null when there is none with this id.
 *
 * @param drafts whether those that are not published count too, as for staff.
 */
export async function countTakenSeats(
  db: Db,
  id: string,
  now: Date,
  { drafts = false }: { drafts?: boolean } = {},
): Promise<number | null> {
  const row = await db
    .selectFrom('camps')
    .select(seatsTaken(now).as('taken'))
    .where('id', '=', id)
    .$if(!drafts, (query) => query.where('published', '=', true))
    .executeTakeFirst()
  return row?.taken ?? null
}

/**
 * A customer's own registration for a camp, unless it is canceled; with the receipt once they paid it by card. Those of
 * children are in `listHouseholdSeats`.
 */
export async function findOwnRegistration(
  db: Db,
  campId: string,
  userId: string,
): Promise<CampRegistration | null> {
  const row = await db
    .selectFrom('camp_registrations as registration')
    .select(['id', 'camp_id', 'status', 'total_cost', 'created_at', 'cancellation_cutoff_days'])
    .select((eb) =>
      eb
        .selectFrom('payment_items as item')
        .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
        .select('payment.receipt_url')
        .whereRef('item.camp_registration_id', '=', 'registration.id')
        .where('payment.status', '=', 'completed')
        .where('payment.user_id', '=', userId)
        .orderBy('payment.created_at', 'desc')
        .limit(1)
        .as('receipt_url'),
    )
    .where('camp_id', '=', campId)
    .where(isSelf('registration', userId))
    .where('guest_name', 'is', null)
    .where('status', '<>', 'canceled')
    .executeTakeFirst()
  if (!row) return null
  return { ...row, total_cost: dollarsFromDecimal(row.total_cost), created_at: row.created_at.toISOString() }
}

/** Whether a checkout of this customer, not yet finished, keeps a seat of the camp. */
export async function isSeatHeld(db: Db, campId: string, userId: string, now: Date): Promise<boolean> {
  const held = await db
    .selectFrom('checkout_hold_seats as seat')
    .innerJoin('checkout_holds as hold', 'hold.id', 'seat.checkout_hold_id')
    .select('hold.id')
    .where('seat.camp_id', '=', campId)
    .where('hold.user_id', '=', userId)
    .where(isSelf('seat', userId))
    .where('hold.status', '=', 'held')
    .where('hold.expires_at', '>', now)
    .executeTakeFirst()
  return held !== undefined
}

export interface UnpaidSeats {
  readonly otherCamps: number
  readonly seatsHere: number
  /** In this camp, where they cost nothing. */
  readonly freeHere: number
  readonly most: number | null
}

/**
 * The camps that are not over, other than this one, in which a customer has unpaid seats, how many are allowed (null: no
 * limit), and the customer's unpaid seats in this one.
 */
export async function countUnpaid(
  db: Db,
  { userId, campId }: { userId: string; campId: string },
  now: Date,
): Promise<UnpaidSeats> {
  const { rows } = await sql<UnpaidSeats>`
    select facility.unpaid_camps_per_customer as most,
      count(distinct seat.camp_id) filter (where seat.camp_id <> ${campId}::uuid and not is_free)::integer as "otherCamps",
      count(seat.id) filter (where seat.camp_id = ${campId}::uuid and not is_free)::integer as "seatsHere",
      count(seat.id) filter (where seat.camp_id = ${campId}::uuid and is_free)::integer as "freeHere"
    from facility left join (
      select registration.id, camp_id, total_cost = 0 as is_free from camp_registrations registration
      join camps on camps.id = registration.camp_id
      where registration.user_id = ${userId} and registration.status = 'registered'
        and camps.end_date >= facility_day(${now.toISOString()}::timestamptz)
    ) seat on true
    group by facility.id`.execute(db)
  return rows[0] ?? { otherCamps: 0, seatsHere: 0, freeHere: 0, most: null }
}
