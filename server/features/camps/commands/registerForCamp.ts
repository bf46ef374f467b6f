import type { Profile } from '../../../../shared/contract/accounts/accounts.ts'
import type { Camp } from '../../../../shared/contract/programs/camps.ts'
import { mostParticipants, type ParticipantRef } from '../../../../shared/contract/programs/registrations.ts'
import type { UnpaidCampsDetails } from '../../../../shared/domain/facility/limitTexts.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import { taxOf, withTax } from '../../../../shared/domain/money/salesTax.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { personOf } from '../../accounts/bookedPerson.ts'
import { refuseMissingCare } from '../../households/missingCare.ts'
import { readTakingPart } from '../../households/takingPart.ts'
import { customerTerms } from '../../payments/changes/actingTerms.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { takeLocks } from '../../places/occupancy.ts'
import { personLock } from '../../places/unpaidTime.ts'
import { refuseUnsigned } from '../../waivers/refuseUnsigned.ts'
import { enqueueCampRegistered } from '../emails.ts'
import { openCamp } from '../openCamp.ts'
import { countUnpaid } from '../queries.ts'
import { type NewSeat, takeSeats } from './takeSeats.ts'

export interface Registered {
  readonly seats: readonly NewSeat[]
  /** Who got none, where that was allowed. */
  readonly withoutSeat: readonly ParticipantRef[]
  /** Of each seat. */
  readonly cents: number
}

/**
 * Registers people of a customer's household, to be paid on arrival where the camp allows that; a free camp asks for no
 * payment at all (spec 2 §4). The current price is kept with each registration. A canceled registration does not count.
 * The number of a customer's unpaid camps is limited, except for staff (decision record 018).
 *
 * @param wanted.participantIds null for only the customer.
 * @returns the registrations, or why there are none.
 */
export async function registerForCamp(
  tx: Tx,
  wanted: { campId: string; participantIds: readonly string[] | null; allowPartial: boolean },
  customer: Profile,
  at: PurchaseContext,
): Promise<Registered | Refusal> {
  // Before the camp's own lock: the unpaid seats of one person are counted by one request at a time.
  await takeLocks(tx, [personLock(customer.id)])
  const people = await readTakingPart(tx, customer, wanted.participantIds)
  if (people instanceof Refusal) return people
  const unsigned = await refuseUnsigned(tx, 'camps', people, at.now)
  if (unsigned) return unsigned
  const buyer = { userId: customer.id }
  const open = await openCamp(tx, { ...wanted, people, buyer }, at, customerTerms(customer.id))
  if (open instanceof Refusal) return open
  const { camp, seated, withoutSeat } = open
  const unsaid = await refuseMissingCare(tx, seated)
  if (unsaid) return unsaid
  const cents = withTax(centsFromDollars(camp.price), taxOf(at.facility, 'camps'))
  if (!camp.pay_on_arrival_enabled && cents > 0) return refuse('pay_on_arrival_unavailable')
  const tooMany = await refuseUnpaid(tx, { customer, camp, cents, asked: seated.length }, at)
  if (tooMany) return tooMany
  const owner = { user_id: customer.id }
  const seats = await takeSeats(tx, { campId: camp.id, owner, people: seated, cents })
  const [event = ''] = seats.map(({ id }) => id)
  const person = personOf(customer)
  const actorId = customer.id
  await enqueueCampRegistered(tx, {
    campId: camp.id,
    seats,
    person,
    actorId,
    payment: 'on arrival',
    event,
    at,
  })
  return { seats, withoutSeat, cents }
}

/**
 * Siblings in one camp count as one camp, up to as many as one request registers. A free camp is not counted, but nobody
 * fills it alone either.
 */
async function refuseUnpaid(
  tx: Tx,
  { customer, camp, cents, asked }: { customer: Profile; camp: Camp; cents: number; asked: number },
  { facility, now }: PurchaseContext,
): Promise<Refusal | null> {
  if (customer.role !== 'user') return null
  const here = { userId: customer.id, campId: camp.id }
  const { otherCamps, seatsHere, freeHere, most } = await countUnpaid(tx, here, now)
  if (most === null) return null
  const { phone } = facility
  const refusal = (details: UnpaidCampsDetails) => refuse('unpaid_camps_limit', details)
  if (cents === 0) {
    if (freeHere + asked <= mostParticipants) return null
    return refusal({ limit: mostParticipants, open: freeHere, phone, counted: 'free_spots' })
  }
  if (otherCamps + 1 > most) return refusal({ limit: most, open: otherCamps, phone, counted: 'camps' })
  if (seatsHere + asked <= mostParticipants) return null
  return refusal({ limit: mostParticipants, open: seatsHere, phone, counted: 'spots' })
}
