import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import { coachesQuery } from '../../../api/queries/coaches.ts'
import { bookingCustomerQuery } from '../../../api/queries/staffBookings.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { changeBooking } from './changeBooking.ts'
import { movedPrice, type Prices } from './editBooking.ts'
import { type MoveTarget, moveOf } from './moveForm.ts'

interface Moving {
  readonly booking: ListedBooking
  readonly to: MoveTarget
  /** Of the day, with their rates. */
  readonly cages: Prices['cages']
}

/**
 * Moves a booking within its day at once, tells the customer, and offers to undo it. Where the price would change nothing is
 * moved: that is for the dialog to ask.
 */
export function useMoveAtOnce(facility: Facility) {
  const queryClient = useQueryClient()
  const offerUndo = useOfferUndo()
  const [isMoving, setMoving] = useState(false)
  const { attempt } = useAttempt({
    send: async (moving: Moving, once): Promise<{ message: string; undo: Undo } | null> => {
      const { booking, to } = moving
      const zone = facility.time_zone
      const { base, before, values } = moveOf(booking, to, zone)
      const prices = await pricesOf(moving)
      if (movedPrice(booking, values, prices) !== centsFromDollars(booking.total_cost)) return null
      return changeBooking(values, before, base, { prices, zone, once })
    },
    touches: touches.staff,
    pendingUntilRefreshed: true,
  })
  async function pricesOf({ booking, cages }: Moving): Promise<Prices> {
    const { kind, customer_id, coach_id } = booking
    const coaches = kind === 'lesson' ? await queryClient.fetchQuery(coachesQuery) : []
    const customer =
      kind === 'lesson' || customer_id === null
        ? undefined
        : await queryClient.fetchQuery({ ...bookingCustomerQuery(customer_id), staleTime: 60_000 })
    const discountPercent = customer?.cage_discount_percent ?? 0
    return { cages, coach: coaches.find(({ id }) => id === coach_id), discountPercent, facility }
  }
  return {
    isMoving,
    /** Whether nothing was moved, because the price has to be asked about. */
    async moveAtOnce(moving: Moving): Promise<'asks' | 'done'> {
      setMoving(true)
      const outcome = await attempt(moving)
      setMoving(false)
      if (!outcome) return 'done'
      if ('error' in outcome) tellProblem(outcome.error)
      else if (outcome.answer === null) return 'asks'
      else offerUndo(outcome.answer)
      return 'done'
    },
  }
}
