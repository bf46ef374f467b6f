import { useQueryClient } from '@tanstack/react-query'
import { myBookingsKey } from '../../api/queries/bookings.ts'
import { scheduleQuery } from '../../api/queries/cages.ts'
import { type Checkout, useCheckout } from '../payments/useCheckout.tsx'
import { type BookingProblem, bookingFailed, readBookingProblem } from './bookingProblem.ts'
import { refreshPrices } from './useBooking.ts'

interface CardBookingActions {
  /** Paid, or about to be: the slots are taken. */
  onTaken: () => void
  /** Whether the page answers the problem; else the checkout tells it. */
  onRefused: (problem: BookingProblem) => boolean
  onFinished: () => void
}

/** Pays a cage booking of one day by card. What the checkout holds is free again before the grid is believed. */
export function useCardBooking(day: string, actions: CardBookingActions): Checkout {
  const queryClient = useQueryClient()
  const load = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey })
  const refreshDay = () => load(scheduleQuery(day).queryKey)
  return useCheckout({
    onPaid: () => {
      void refreshDay()
      void load(myBookingsKey)
      actions.onTaken()
    },
    onUnsettled: () => {
      actions.onTaken()
      actions.onFinished()
    },
    onRefused: (refusal) => {
      const problem = readBookingProblem(refusal)
      void refreshDay()
      if (problem.kind === 'price') void refreshPrices(queryClient)
      return actions.onRefused(problem)
    },
    tellRefusal: bookingFailed,
    onFinished: actions.onFinished,
  })
}
