import { z } from 'zod'
import type { CampPurchase } from '../../../shared/contract/payments/payments.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { taxOf, withTax } from '../../../shared/domain/money/salesTax.ts'
import { formatDays } from '../../../shared/domain/time/timeFormat.ts'
import { CHECK_VIOLATION, type Tx, UNIQUE_VIOLATION } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { refuseMissingCare } from '../households/missingCare.ts'
import { ownParticipantId } from '../households/ownRows.ts'
import { readTakingPart } from '../households/takingPart.ts'
import { customerTerms } from '../payments/changes/actingTerms.ts'
import type { Product, Purchase, PurchaseContext } from '../payments/purchase.ts'
import type { HeldSeat } from '../places/places.ts'
import { refuseUnsigned } from '../waivers/refuseUnsigned.ts'
import { takePaidSeats, type WantedSeat } from './commands/takePaidSeats.ts'
import { enqueueCampRegistered } from './emails.ts'
import { openCamp } from './openCamp.ts'
import { readUnpaidSeats } from './ownPayments.ts'

/**
 * What is kept with the hold. A seat with a registration is one that the household already has, and that keeps its cut-off.
 * Checkouts that were opened before seats named who takes part have none: they are for the buyer.
 */
const details = z.object({
  campId: z.uuid(),
  registrationId: z.uuid().optional(),
  seats: z
    .array(
      z.object({
        participantId: z.uuid().nullable(),
        registrationId: z.uuid().optional(),
        cents: z.number().int(),
      }),
    )
    .optional(),
  cutoffDays: z.number().int().optional(),
})

/**
 * Seats in a camp, paid by card: new ones at the camp's price, or some that were to be paid on arrival, each at what is
 * left to pay of the price that was agreed when registering (spec 2 §4).
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
    const { registrationId, registrationIds = [], participantIds } = request
    const named = registrationId === undefined ? registrationIds : [registrationId, ...registrationIds]
    const owed = [...new Set(named.map((id) => id.toLowerCase()))]
    if (owed.length === 0) return prepareSeats(tx, request, userId, at)
    if (participantIds === undefined) return prepareLatePayment(tx, request, owed, userId)
    return refuse('invalid_input', [
      {
        path: ['participantIds'],
        message: 'Registrations that are paid later have their participants already.',
      },
    ])
  },

  async book(tx, { buyer, totalCents, details: kept, paymentId }, at) {
    const { userId } = buyer
    // The account was deleted while the card was charged.
    if (userId === null) return refuse('registration_not_found')
    const { campId, registrationId, cutoffDays, seats: wanted } = details.parse(kept)
    const seats = wanted ?? [
      { participantId: await ownParticipantId(tx, userId), registrationId, cents: totalCents },
    ]
    const taken = await takePaidSeats(tx, { campId, userId, seats, cutoffDays })
    if (taken instanceof Refusal) return taken
    await enqueueCampRegistered(tx, {
      campId,
      seats: taken.seats,
      person: { ...buyer, userId },
      actorId: userId,
      payment: taken.seats.some(({ isNew }) => isNew) ? 'card' : 'later',
      event: paymentId,
      at,
    })
    return {
      items: taken.seats.map(({ id, cents }) => ({ item: { camp_registration_id: id }, cents })),
      givenBack: taken.givenBack,
    }
  },
}

async function prepareSeats(
  tx: Tx,
  request: CampPurchase,
  userId: string,
  at: PurchaseContext,
): Promise<Purchase | Refusal> {
  const people = await readTakingPart(tx, { id: userId }, request.participantIds ?? null)
  if (people instanceof Refusal) return people
  const unsigned = await refuseUnsigned(tx, 'camps', people, at.now)
  if (unsigned) return unsigned
  const wanted = { campId: request.campId, people, buyer: { userId } }
  const open = await openCamp(tx, wanted, at, customerTerms(userId))
  if (open instanceof Refusal) return open
  const { camp } = open
  const unsaid = await refuseMissingCare(tx, people)
  if (unsaid) return unsaid
  const cents = withTax(centsFromDollars(camp.price), taxOf(at.facility, 'camps'))
  // The current cut-off is the one shown; the payment may settle after the facility has changed it.
  const { cutoffDays } = await tx
    .selectFrom('facility')
    .select('camp_cancellation_cutoff_days as cutoffDays')
    .executeTakeFirstOrThrow()
  return purchaseOf(request, camp, {
    seats: people.map(({ id }) => ({ participantId: id, cents })),
    held: people.map(({ id }) => ({ campId: camp.id, participantId: id })),
    cutoffDays,
  })
}

/** Also after registration has closed: what is owed can always be paid, by any adult of who takes part. */
async function prepareLatePayment(
  tx: Tx,
  request: CampPurchase,
  owed: readonly string[],
  userId: string,
): Promise<Purchase | Refusal> {
  const found = await readUnpaidSeats(tx, { campId: request.campId, ids: owed, userId })
  if (found instanceof Refusal) return found
  const { camp, registrations } = found
  return purchaseOf(request, camp, {
    seats: registrations.map(({ id, participant_id, owedCents }) => ({
      participantId: participant_id,
      registrationId: id,
      cents: owedCents,
    })),
    held: [],
  })
}

/** The price is the database's; the one that the customer was shown is only compared (decision 1). */
function purchaseOf(
  { campId, amount }: CampPurchase,
  camp: { name: string; start_date: string; end_date: string },
  { seats, held, cutoffDays }: { seats: WantedSeat[]; held: readonly HeldSeat[]; cutoffDays?: number },
): Purchase | Refusal {
  const totalCents = seats.reduce((total, { cents }) => total + cents, 0)
  if (totalCents === 0) return refuse('nothing_to_pay')
  if (totalCents !== amount) return refuse('price_changed', { total_amount: dollarsFromCents(totalCents) })
  const spots = seats.length === 1 ? '' : `: ${seats.length} spots`
  return {
    type: 'camp_registration',
    totalCents,
    description: `${camp.name}, ${formatDays(camp.start_date, camp.end_date)}${spots}`,
    count: seats.length,
    slots: [],
    seats: held,
    details: { campId, seats, ...(cutoffDays === undefined ? {} : { cutoffDays }) } satisfies z.infer<
      typeof details
    >,
  }
}
