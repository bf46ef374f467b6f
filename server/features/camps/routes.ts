import { cancelCampRegistration } from '../../../shared/contract/accounts/accountRegistrations.ts'
import {
  getCamp,
  getCampActiveRegistrationsCount,
  getMyCampRegistration,
  listCamps as listCampsRoute,
  listHouseholdCampRegistrations,
  registerForCamp as registerForCampRoute,
  updateCampRegistrationPaymentStatus,
} from '../../../shared/contract/programs/camps.ts'
import { accessRoles } from '../../../shared/contract/route.ts'
import type { Context } from '../../context.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { changeAnswer } from '../payments/changes/settleChange.ts'
import { closeReleasedCheckouts } from '../payments/checkout/closeReleased.ts'
import { settlePayment } from '../payments/provider/settle.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { campRefusalOf } from './campRefusal.ts'
import { cancelRegistration } from './commands/cancelRegistration.ts'
import { registerForCamp } from './commands/registerForCamp.ts'
import { enqueueCampCanceled } from './emails.ts'
import { listHouseholdSeats } from './householdSeats.ts'
import { findOwnSeat, openCampPayments } from './ownPayments.ts'
import {
  countTakenSeats,
  findCamp,
  findOwnRegistration,
  isSeatHeld,
  listCamps,
  type Moment,
} from './queries.ts'

export const campEndpoints = [
  endpoint(listCampsRoute, async ({ context, db }) => reply(await listCamps(db, await momentOf(context)))),

  endpoint(getCamp, async ({ context, db, params }) => {
    const camp = await findCamp(db, params.id, await momentOf(context))
    return camp ? reply(camp) : refuse('camp_not_found')
  }),

  endpoint(getCampActiveRegistrationsCount, async ({ db, now, params, caller }) => {
    const user = await caller()
    const drafts = accessRoles.desk.some((role) => role === user?.profile.role)
    const count = await countTakenSeats(db, params.camp_id_param, now, { drafts })
    return count === null ? refuse('camp_not_found') : reply(count)
  }),

  endpoint(getMyCampRegistration, async ({ db, now, params: { camp_id }, user }) => {
    const userId = user.profile.id
    const registration = await findOwnRegistration(db, camp_id, userId)
    if (registration) return reply(registration)
    const held = await isSeatHeld(db, camp_id, userId, now)
    return reply(held ? { camp_id, status: 'held' as const } : null)
  }),

  endpoint(listHouseholdCampRegistrations, async ({ db, now, params: { camp_id }, user }) =>
    reply(await listHouseholdSeats(db, { campId: camp_id, customer: user.profile, now })),
  ),

  endpoint(registerForCampRoute, async (call) => {
    const { context, body, user } = call
    const at = await purchaseContext(context)
    try {
      const outcome = await runCommand(call, async (tx) => {
        const wanted = {
          campId: body.p_camp_id,
          participantIds: body.participant_ids ?? null,
          allowPartial: body.allow_partial ?? false,
        }
        const registered = await registerForCamp(tx, wanted, user.profile, at)
        if (registered instanceof Refusal) return registered
        const payment = registered.cents > 0 ? ' You will pay on arrival.' : ''
        return reply({
          registration_id: registered.seats[0]?.id ?? '',
          message: `Registration Successful!${payment} See you at the camp!`,
          registrations: registered.seats.map(({ id, participant }) => ({
            registration_id: id,
            participant,
          })),
          without_seat: [...registered.withoutSeat],
        })
      })
      // A checkout of the same seat that was open in another tab is over.
      closeReleasedCheckouts(context, { userId: user.profile.id })
      return outcome
    } catch (error) {
      return campRefusalOf(error)
    }
  }),

  endpoint(updateCampRegistrationPaymentStatus, async ({ context, db, body, user }) => {
    const { id, role } = user.profile
    const userId = accessRoles.desk.some((each) => each === role) ? null : id
    const seat = await findOwnSeat(db, body.p_registration_id, userId)
    if (!seat) return refuse('registration_not_found')
    const isPaid = seat.status === 'paid' || (await askForPayment(context, seat, userId))
    if (isPaid instanceof Refusal) return isPaid
    return isPaid ? reply({ registration_id: seat.id, status: 'paid' }) : refuse('payment_not_completed')
  }),

  endpoint(cancelCampRegistration, async (call) => {
    const { context, user, params } = call
    const at = await purchaseContext(context)
    let buyers: readonly string[] = []
    const outcome = await runCommand(call, async (tx) => {
      const canceled = await cancelRegistration(tx, { owner: user.profile, id: params.id }, at, (told) =>
        enqueueCampCanceled(tx, { actorId: user.profile.id }, told, at),
      )
      if (canceled instanceof Refusal) return canceled
      buyers = canceled.buyers
      const { id, camp_name, participant, payer, user_id } = canceled.registration
      const title = participant ? `The camp registration of ${participant.name}` : 'Your camp registration'
      const { id: me } = user.profile
      // Of a payer with a deleted account nothing is left but the card.
      const isPayer = payer ? payer.userId === me : user_id === null || user_id === me
      const reader = isPayer ? 'customer' : 'adult'
      return reply({
        ...changeAnswer(`${title} is canceled: ${camp_name}.`, canceled.refund, reader),
        registration_id: id,
        status: 'canceled' as const,
      })
    })
    // A checkout that is open in another tab, or of another adult, can no longer be paid.
    for (const userId of buyers) closeReleasedCheckouts(context, { userId })
    return outcome
  }),
]

/** Asks the provider about each open payment that would pay a seat; settling the one that succeeded marks it paid. */
async function askForPayment(
  context: Context,
  seat: { id: string; camp_id: string; participant_id: string | null },
  userId: string | null,
): Promise<boolean | Refusal> {
  for (const intent of await openCampPayments(context.db, seat)) {
    const reading = await settlePayment(context, intent)
    if (reading instanceof Refusal) return reading
  }
  return (await findOwnSeat(context.db, seat.id, userId))?.status === 'paid'
}

const momentOf = async ({ clock, facility }: Context): Promise<Moment> => ({
  now: clock.now(),
  zone: (await facility.get()).time_zone,
})
