import { z } from 'zod'
import type { CampPurchase } from '../../../shared/contract/payments.ts'
import { campDates } from '../../../shared/domain/camps.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money.ts'
import { CHECK_VIOLATION, type Tx, UNIQUE_VIOLATION } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { Product, Purchase, PurchaseContext } from '../payments/purchase.ts'
import type { HeldSeat } from '../places/places.ts'
import { takePaidSeat } from './commands/takePaidSeat.ts'
import { enqueueCampRegistered } from './emails.ts'
import { openCamp } from './openCamp.ts'

/**
 * What is kept with the hold. With a registration it pays for a seat that the buyer already has, and that keeps its
 * cut-off.
 */
const details = z.object({
  campId: z.uuid(),
  registrationId: z.uuid().optional(),
  cutoffDays: z.number().int().optional(),
})

/**
 * A seat in a camp, paid by card: a new one at the camp's price, or one that was to be paid on arrival, at the price that
 * was agreed when registering (spec 2 §4).
 */
export const campProduct: Product<CampPurchase> = {
  type: 'camp_registration',
  takenCode: 'camp_full',
  refusedBy: [
    [CHECK_VIOLATION, 'camp_seats', 'place_gone'],
    [UNIQUE_VIOLATION, 'camp_registrations_once', 'duplicate'],
  ],
  isRequestedBy: (request) => 'campId' in request,
  admitGuest: () => refuse('payment_login_required'),

  async prepare(tx, request, { userId }, at) {
    if (userId === null) return refuse('payment_login_required')
    const { registrationId } = request
    return registrationId === undefined
      ? prepareSeat(tx, request, userId, at)
      : prepareLatePayment(tx, { ...request, registrationId }, userId)
  },

  async book(tx, { buyer, totalCents, details: kept, paymentId }, at) {
    const { name, email, userId } = buyer
    // The account was deleted while the card was charged.
    if (userId === null) return refuse('registration_not_found')
    const wanted = details.parse(kept)
    const seat = await takePaidSeat(tx, { ...wanted, userId, cents: totalCents })
    if (seat instanceof Refusal) return seat
    if (email) {
      await enqueueCampRegistered(tx, {
        campId: wanted.campId,
        to: { name, email, userId },
        cents: totalCents,
        payment: seat.isNew ? 'card' : 'later',
        cutoffDays: seat.cutoffDays,
        event: paymentId,
        at,
      })
    }
    return [{ item: { camp_registration_id: seat.id }, cents: totalCents }]
  },
}

async function prepareSeat(
  tx: Tx,
  request: CampPurchase,
  userId: string,
  at: PurchaseContext,
): Promise<Purchase | Refusal> {
  const camp = await openCamp(tx, request.campId, { userId }, at)
  if (camp instanceof Refusal) return camp
  const purchase = purchaseOf(request, camp, [{ campId: camp.id }])
  if (purchase instanceof Refusal) return purchase
  // The current cut-off is the one shown; the payment may settle after the facility has changed it.
  const { cutoffDays } = await tx
    .selectFrom('facility')
    .select('camp_cancellation_cutoff_days as cutoffDays')
    .executeTakeFirstOrThrow()
  return { ...purchase, details: { ...purchase.details, cutoffDays } }
}

/** Also after registration has closed: what is owed can always be paid. */
async function prepareLatePayment(
  tx: Tx,
  request: CampPurchase & { registrationId: string },
  userId: string,
): Promise<Purchase | Refusal> {
  const registration = await tx
    .selectFrom('camp_registrations as registration')
    .innerJoin('camps', 'camps.id', 'registration.camp_id')
    .select(['registration.status', 'registration.total_cost as price'])
    .select(['camps.name', 'camps.start_date', 'camps.end_date'])
    .where('registration.id', '=', request.registrationId)
    .where('registration.camp_id', '=', request.campId)
    .where('registration.user_id', '=', userId)
    .where('registration.status', '<>', 'canceled')
    // A concurrent cancellation waits for this lock and then cancels this checkout.
    .forShare('registration')
    .executeTakeFirst()
  if (!registration) return refuse('registration_not_found')
  const { status } = registration
  if (status === 'paid') {
    return refuse('already_registered', { registration_id: request.registrationId, status })
  }
  return purchaseOf(request, registration, [])
}

/** The price is the database's; the one that the customer was shown is only compared (decision 1). */
function purchaseOf(
  { campId, registrationId, amount }: CampPurchase,
  camp: { name: string; start_date: string; end_date: string; price: string | number },
  seats: readonly HeldSeat[],
): Purchase | Refusal {
  const totalCents = centsFromDollars(camp.price)
  if (totalCents === 0) return refuse('nothing_to_pay')
  if (totalCents !== amount) return refuse('price_changed', { total_amount: dollarsFromCents(totalCents) })
  return {
    type: 'camp_registration',
    totalCents,
    description: `${camp.name}, ${campDates(camp)}`,
    count: 1,
    slots: [],
    seats,
    details: { campId, ...(registrationId === undefined ? {} : { registrationId }) },
  }
}
