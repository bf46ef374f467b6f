/** A camp that is called off, and one that is deleted. */

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { CampCancellation } from '../../../../shared/contract/programs/campChanges.ts'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { centsFromDollars, dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { ActingTerms } from '../../payments/changes/actingTerms.ts'
import { cardMoneyFor, deskMoneyFor } from '../../payments/refunds/cardMoney.ts'
import { dayLock, takeLocks } from '../../places/occupancy.ts'
import { type CampCanceled, cancelCamp } from '../commands/cancelCamp.ts'
import { findStaffCamp } from './queries.ts'
import { isBeingPaid, lockCamp, momentOf } from './saveCamp.ts'
import type { Saving } from './tellChanges.ts'

/** What calling a camp off would do now. The caller has seen that there is such a camp. */
export async function readCancellation(db: Db, campId: string, now: Date): Promise<CampCancellation> {
  const { rows: seats } = await sql<{ id: string; status: string; by_card: string; at_desk: string }>`
    select seat.id, seat.status, coalesce(${cardMoneyFor('camp_registration_id', 'seat.id')}, 0) as by_card,
      coalesce(${deskMoneyFor('camp_registration_id', 'seat.id')}, 0) as at_desk
    from camp_registrations seat
    where seat.camp_id = ${campId} and seat.status <> 'canceled'
    order by seat.id`.execute(db)
  const sum = (amounts: readonly string[]) =>
    dollarsFromCents(amounts.reduce((total, amount) => total + centsFromDollars(amount), 0))
  return {
    people: seats.length,
    refund_by_card: sum(seats.map(({ by_card }) => by_card)),
    refund_at_desk: sum(seats.map(({ at_desk }) => at_desk)),
    paying_now: await isBeingPaid(db, campId, now),
    fingerprint: hash('sha256', JSON.stringify(seats), 'base64url'),
  }
}

/**
 * Calls a camp off, if the registrations are those that were shown. Its cages and coaches are free at once.
 *
 * @returns `camp_called_off` for one that was, `already_started` for one with people in it, `camp_registrations_changed`, or why a
 * registration cannot be canceled.
 */
export async function callOff(
  tx: Tx,
  { id, fingerprint, note }: { id: string; fingerprint: string; note: string },
  { at, time }: Saving,
  terms: ActingTerms,
): Promise<CampCanceled | Refusal> {
  const moment = momentOf(at)
  const { rows: taken } = await sql<{
    cage_id: string | null
    coach_id: string | null
    start: Date
    end: Date
  }>`
    select cage_id, occupancy.coach_id, lower(during) as start, upper(during) as "end" from occupancy
    join camp_timeslots slot on slot.id = occupancy.camp_timeslot_id
    where slot.camp_id = ${id}`.execute(tx)
  const slots = taken.map(({ cage_id, coach_id, start, end }) => ({
    cageId: cage_id,
    coachId: coach_id,
    start,
    end,
  }))
  time.frees(slots)
  await takeLocks(
    tx,
    slots.map(({ cageId, coachId, start }) =>
      dayLock(cageId ?? coachId ?? '', facilityDay(start, moment.zone)),
    ),
  )
  const camp = await lockCamp(tx, id, undefined, moment)
  if (camp instanceof Refusal) return camp
  if (camp.called_off_at !== null) return refuse('camp_called_off')
  const shown = await readCancellation(tx, id, at.now)
  if (hasBegun(camp, at.now) && shown.people > 0) return refuseBegun()
  if (shown.fingerprint !== fingerprint) return refuse('camp_registrations_changed')
  await describeInAudit(tx, `Camp canceled${note ? `: ${note}` : ''}`)
  return cancelCamp(tx, { id, note }, at, terms)
}

/**
 * Deletes a camp for which nobody has ever registered. One that was called off leaves the list only: its registrations,
 * payments and refunds are records of the facility.
 *
 * @returns `camp_has_registrations` for any other with registrations, canceled ones included; `checkout_open`.
 */
export async function deleteCamp(
  tx: Tx,
  id: string,
  { at, time }: Saving,
): Promise<{ outcome: 'deleted' | 'put_away'; banner: string | null } | Refusal> {
  const moment = momentOf(at)
  const camp = await lockCamp(tx, id, undefined, moment)
  if (camp instanceof Refusal) return camp
  if (await isBeingPaid(tx, id, at.now))
    return refuse(
      'checkout_open',
      undefined,
      'A customer is paying for this camp right now. Please try again in 15 minutes.',
    )
  const { banner_url, registrations } = await tx
    .selectFrom('camps')
    .select('banner_url')
    .select(
      sql<number>`(select count(*)::integer from camp_registrations where camp_id = camps.id)`.as(
        'registrations',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (registrations > 0 && camp.called_off_at === null)
    return refuse('camp_has_registrations', { registrations, active: camp.active_registrations_count })
  if (registrations > 0) {
    const away = { published: false, put_away_at: at.now }
    await tx.updateTable('camps').set(away).where('id', '=', id).execute()
    return { outcome: 'put_away', banner: null }
  }
  const times = await tx
    .selectFrom('occupancy')
    .innerJoin('camp_timeslots as slot', 'slot.id', 'occupancy.camp_timeslot_id')
    .select(sql<Date>`lower(during)`.as('start'))
    .where('slot.camp_id', '=', id)
    .execute()
  time.frees(times.map(({ start }) => ({ cageId: null, coachId: null, start, end: start })))
  await tx.deleteFrom('camps').where('id', '=', id).execute()
  return { outcome: 'deleted', banner: banner_url }
}

/** Why a camp cannot be called off now, whoever is registered; null when it can. */
export async function refuseCancellation(
  db: Db,
  id: string,
  saving: Pick<Saving, 'at'>,
): Promise<Refusal | null> {
  const camp = await findStaffCamp(db, id, momentOf(saving.at))
  if (!camp) return refuse('camp_not_found')
  if (camp.called_off_at !== null) return refuse('camp_called_off')
  return hasBegun(camp, saving.at.now) && camp.active_registrations_count > 0 ? refuseBegun() : null
}

const hasBegun = ({ starts_at }: StaffCamp, now: Date): boolean => new Date(starts_at) <= now

/** What comes back for days that were held is not the rule's to say, so nothing is canceled together. */
const refuseBegun = (): Refusal =>
  refuse(
    'already_started',
    undefined,
    'This camp has begun. Take away the times that are left, and cancel registrations one by one with what each gets back.',
  )
