/** Makes and changes camps: fields, coaches and sessions with their cages, as one (spec 3 §5, §9). */

import {
  type CampChanges,
  type CampInput,
  type StaffCamp,
  wholeCamp,
} from '../../../../shared/contract/programs/staffCamps.ts'
import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { ageGroupText } from '../../../../shared/domain/programs/campFields.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { listCages } from '../../cages/queries.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { endExpiredHolds, takeLocks } from '../../places/occupancy.ts'
import { enteredColumns, type Moment } from '../queries.ts'
import { campLocks, campTime, planCamp } from './places.ts'
import { findStaffCamp, readStaffCamp } from './queries.ts'
import { enqueueCampChanged, type Saving } from './tellChanges.ts'
import {
  isMoved,
  matchTimeslots,
  readTimeslots,
  type StoredTimeslot,
  type WantedTimeslot,
  writeTimeslots,
} from './timeslots.ts'

/** The present instant and the facility's zone. */
export const momentOf = ({ now, facility }: PurchaseContext): Moment => ({ now, zone: facility.time_zone })

/** A camp as it is entered, with the stored name of its banner. */
export type EnteredCamp = CampInput & { readonly banner: string | null }

/**
 * Makes a camp. Each of its sessions takes three cages and all of its coaches, or nothing is made.
 *
 * @returns its id; `coach_not_found`, `camp_timeslot_past` or `camp_places_taken`.
 */
export async function createCamp(tx: Tx, camp: EnteredCamp, saving: Saving): Promise<string | Refusal> {
  const wanted = camp.p_timeslots.map(({ id: _, ...slot }) => ({ ...slot, before: null, cageIds: [] }))
  const claimed = await claimPlaces(
    tx,
    { wanted, before: [], coachIds: camp.p_coach_ids, campId: null },
    saving,
  )
  if (claimed instanceof Refusal) return claimed
  const { id } = await tx
    .insertInto('camps')
    .values(columnsOf(camp))
    .returning('id')
    .executeTakeFirstOrThrow()
  await addCoaches(tx, id, camp.p_coach_ids)
  await writeTimeslots(tx, id, { wanted, before: [], cageIds: claimed })
  return id
}

/**
 * A camp with its changes: what is left out is as it is, at the revision that it is read at.
 *
 * @returns or `camp_not_found`; `invalid_input` where the changes do not fit the rest of the camp.
 */
export async function withChanges(
  db: Db,
  { p_camp_id: id, expected_revision, ...changes }: CampChanges,
  moment: Moment,
): Promise<{ camp: CampInput; expectedRevision: number } | Refusal> {
  const current = await findStaffCamp(db, id, moment)
  if (!current) return refuse('camp_not_found')
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const whole = wholeCamp.safeParse({ ...inputOf(current), ...given })
  if (!whole.success) return refuse('invalid_input', whole.error.issues)
  return { camp: whole.data, expectedRevision: expected_revision ?? current.revision }
}

type Entered = (typeof enteredColumns)[number]

const inputOf = (camp: StaffCamp): CampInput => ({
  ...(Object.fromEntries(enteredColumns.map((name) => [`p_${name}`, camp[name]])) as {
    [Name in Entered as `p_${Name}`]: StaffCamp[Name]
  }),
  p_price: camp.price,
  // A text that is made of the ages goes on following them.
  p_age_group: camp.age_group === ageGroupText(camp.min_age, camp.max_age) ? null : camp.age_group,
  p_banner_url: camp.banner_url,
  p_published: camp.published,
  p_timeslots: camp.camp_timeslots,
  p_coach_ids: camp.camp_coaches.map(({ coach }) => coach.id),
})

export interface CampUpdate {
  readonly id: string
  readonly camp: CampInput
  /** The stored name of the banner; undefined where it stays. */
  readonly banner: string | null | undefined
  readonly expectedRevision: number
  readonly tell: { readonly tell: boolean; readonly message?: string | undefined }
}

/** What an update has done. */
export interface CampUpdated {
  readonly camp: StaffCamp
  /** How many people are sent a message. */
  readonly told: number
  /** The stored name of a banner that the camp has no more. */
  readonly formerBanner: string | null
}

/**
 * Changes a camp as a whole. Sessions that go free their cages at once; those registered keep the price that they agreed
 * to, and are told of new dates, times, ages and prices.
 *
 * @returns or `camp_not_found`, `changed_meanwhile` with the camp as it is, `camp_called_off`, `camp_spots_below_taken`,
 * `camp_timeslot_unknown`, `checkout_open` where its times would change while someone pays for it, and what `createCamp` may refuse with.
 */
export async function updateCamp(
  tx: Tx,
  { id, camp, banner, expectedRevision, tell }: CampUpdate,
  saving: Saving,
): Promise<CampUpdated | Refusal> {
  const moment = momentOf(saving.at)
  const stored = await readTimeslots(tx, id)
  const wanted = matchTimeslots(camp.p_timeslots, stored)
  if (!wanted) {
    const current = await findStaffCamp(tx, id, moment)
    if (!current) return refuse('camp_not_found')
    return current.revision === expectedRevision
      ? refuse('camp_timeslot_unknown')
      : refuse('changed_meanwhile', { camp: current })
  }
  const { p_coach_ids: coachIds } = camp
  const claimed = await claimPlaces(tx, { wanted, before: stored, coachIds, campId: id }, saving)
  const before = await lockCamp(tx, id, expectedRevision, moment)
  if (before instanceof Refusal) return before
  if (claimed instanceof Refusal) return claimed
  if (before.called_off_at !== null) return refuse('camp_called_off')
  const taken = before.active_registrations_count
  if (camp.p_max_spots < taken) return refuse('camp_spots_below_taken', { taken }, spotsSentence(taken))
  const isMeanwhilePaid =
    isAtOtherTimes(camp, { before, wanted, stored }) && (await isBeingPaid(tx, id, saving.at.now))
  if (isMeanwhilePaid) return refuse('checkout_open', undefined, SOMEONE_IS_PAYING)
  const former = await tx
    .selectFrom('camps')
    .select('banner_url')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const kept = banner === undefined ? former.banner_url : banner
  await tx
    .updateTable('camps')
    .set(columnsOf({ ...camp, banner: kept }))
    .where('id', '=', id)
    .execute()
  await writePlaces(tx, id, { wanted, before: stored, cageIds: claimed, coachIds, camp: before })
  const after = await readStaffCamp(tx, id, moment)
  const told = tell.tell
    ? await enqueueCampChanged(tx, { before, after, message: tell.message ?? '' }, saving)
    : 0
  return { camp: after, told, formerBanner: kept === former.banner_url ? null : former.banner_url }
}

const SOMEONE_IS_PAYING =
  'A customer is paying for this camp at the times that it has. Please try again in 15 minutes, or close registration first.'

/** Whether the camp is on other days or at other times than those that customers see. */
const isAtOtherTimes = (
  { p_start_date, p_end_date }: CampInput,
  {
    before,
    wanted,
    stored,
  }: { before: StaffCamp; wanted: readonly WantedTimeslot[]; stored: readonly StoredTimeslot[] },
): boolean =>
  before.start_date !== p_start_date ||
  before.end_date !== p_end_date ||
  wanted.length !== stored.length ||
  wanted.some((slot) => slot.before === null || isMoved(slot))

/** Whether a checkout that is not over keeps a seat of the camp. */
export async function isBeingPaid(db: Db, campId: string, now: Date): Promise<boolean> {
  const held = await db
    .selectFrom('checkout_hold_seats as seat')
    .innerJoin('checkout_holds as hold', 'hold.id', 'seat.checkout_hold_id')
    .select('hold.id')
    .where('seat.camp_id', '=', campId)
    .where('hold.status', '=', 'held')
    .where('hold.expires_at', '>', now)
    .executeTakeFirst()
  return held !== undefined
}

const spotsSentence = (taken: number): string =>
  `${taken} ${taken === 1 ? 'spot is' : 'spots are'} taken. Keep at least ${taken}, or cancel registrations first.`

/** Locks the row of a camp until the transaction ends: who takes a seat, and who changes the camp, waits for it. */
export async function lockCamp(
  tx: Tx,
  id: string,
  expectedRevision: number | undefined,
  moment: Moment,
): Promise<StaffCamp | Refusal> {
  await tx.selectFrom('camps').select('id').where('id', '=', id).forUpdate().execute()
  const camp = await findStaffCamp(tx, id, moment)
  if (!camp) return refuse('camp_not_found')
  const isOld = expectedRevision !== undefined && expectedRevision !== camp.revision
  return isOld ? refuse('changed_meanwhile', { camp }) : camp
}

interface Claim {
  readonly wanted: readonly WantedTimeslot[]
  readonly before: readonly StoredTimeslot[]
  readonly coachIds: readonly string[]
  readonly campId: string | null
}

/**
 * The cages that the sessions can have, kept from everybody else until the transaction ends.
 *
 * @returns `coach_not_found`, `camp_timeslot_past`, or `camp_places_taken` with what is in the way.
 */
async function claimPlaces(
  tx: Tx,
  { wanted, before, coachIds, campId }: Claim,
  { at, time }: Saving,
): Promise<readonly (readonly string[])[] | Refusal> {
  const moment = momentOf(at)
  time.takes(campTime(wanted, moment.zone))
  time.frees(campTime(before, moment.zone))
  const cageIds = (await listCages(tx)).map(({ id }) => id)
  await takeLocks(tx, campLocks([...wanted, ...before], { cageIds, coachIds }))
  await endExpiredHolds(tx, moment.now)
  if (!(await areCoachesKnown(tx, coachIds, campId))) return refuse('coach_not_found')
  const isPast = ({ date, start_time }: WantedTimeslot) =>
    instantOf(date, start_time, moment.zone, 'after') <= moment.now
  if (wanted.some((slot) => (slot.before === null || isMoved(slot)) && isPast(slot)))
    return refuse('camp_timeslot_past')
  // A session that moves does not take a cage with it that is out of service.
  const slots = wanted.map((slot) =>
    isMoved(slot) ? { ...slot, cageIds: slot.cageIds.filter((id) => cageIds.includes(id)) } : slot,
  )
  const plan = await planCamp(tx, { slots, coachIds, campId }, moment)
  return plan.conflicts.length > 0 ? refusePlaces(plan.conflicts, wanted.length) : plan.cageIds
}

/** `camp_places_taken` with what is in the way. */
export const refusePlaces = (conflicts: readonly unknown[], times: number): Refusal =>
  refuse(
    'camp_places_taken',
    { conflicts },
    `${conflicts.length} of ${times} ${times === 1 ? 'time' : 'times'} cannot have 3 free cages and the coaches. Nothing was saved.`,
  )

/** A coach who has left may stay with a camp, and is not given a new one. */
async function areCoachesKnown(tx: Tx, coachIds: readonly string[], campId: string | null): Promise<boolean> {
  if (coachIds.length === 0) return true
  const known = await tx
    .selectFrom('coaches')
    .select('id')
    .where('id', 'in', [...coachIds])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('is_active', '=', true),
        exists(
          selectFrom('camp_coaches')
            .select('coach_id')
            .whereRef('coach_id', '=', 'coaches.id')
            .where('camp_id', '=', campId),
        ),
      ]),
    )
    .execute()
  return known.length === new Set(coachIds).size
}

interface Places extends Omit<Claim, 'campId'> {
  readonly cageIds: readonly (readonly string[])[]
  readonly camp: StaffCamp
}

/** Coaches have a ledger row for every session: they are removed before sessions move and added afterwards, so that no step overlaps. */
async function writePlaces(
  tx: Tx,
  id: string,
  { wanted, before, cageIds, coachIds, camp }: Places,
): Promise<void> {
  const had = camp.camp_coaches.map(({ coach }) => coach.id)
  const anyMoved = wanted.some(isMoved)
  const leave = anyMoved ? had : had.filter((coach) => !coachIds.includes(coach))
  if (leave.length > 0)
    await tx.deleteFrom('camp_coaches').where('camp_id', '=', id).where('coach_id', 'in', leave).execute()
  await writeTimeslots(tx, id, { wanted, before, cageIds })
  await addCoaches(
    tx,
    id,
    coachIds.filter((coach) => anyMoved || !had.includes(coach)),
  )
}

async function addCoaches(tx: Tx, campId: string, coachIds: readonly string[]): Promise<void> {
  const rows = [...new Set(coachIds)].map((coach_id) => ({ camp_id: campId, coach_id }))
  if (rows.length > 0) await tx.insertInto('camp_coaches').values(rows).execute()
}

const columnsOf = (camp: EnteredCamp) => ({
  ...(Object.fromEntries(enteredColumns.map((name) => [name, camp[`p_${name}`]])) as {
    [Name in Entered]: CampInput[`p_${Name}`]
  }),
  price: decimalFromCents(centsFromDollars(camp.p_price)),
  age_group: camp.p_age_group,
  banner_url: camp.banner,
  published: camp.p_published,
})
