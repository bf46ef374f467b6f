import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { bookingRequest, createBooking } from '../../../shared/contract/bookings/bookings.ts'
import { myBookingsKeys } from '../../api/queries/bookings.ts'
import { cagesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { sessionKey } from '../../api/session.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import { type Checkout, useCheckout } from '../payments/useCheckout.tsx'
import { type BookingProblem, bookingFailed, readBookingProblem } from './bookingProblem.ts'

export type BookingRequest = z.input<typeof bookingRequest>
export type BookingAnswer = z.output<typeof createBooking.answer>

/** Makes a booking of one day, to be paid on arrival. */
export function useBooking(day: string) {
  const queryClient = useQueryClient()
  const { attempt, isPending, error, forgetError } = useAttempt({
    send: (json: BookingRequest, once) => once('POST /api/bookings', json),
    refresh: (cache) => refreshDay(cache, day),
  })

  /** The server's answer, or the problem; undefined for a second press while the first is on its way. */
  async function book(request: BookingRequest): Promise<BookingAnswer | BookingProblem | undefined> {
    const outcome = await attempt(request)
    if (!outcome || 'answer' in outcome) return outcome?.answer
    const problem = readBookingProblem(outcome.error)
    if (problem.kind === 'price') await refreshPrices(queryClient)
    return problem
  }

  return { book, isPending, problem: error && readBookingProblem(error), forgetProblem: forgetError }
}

interface CardBookingActions {
  /** Who takes part, where it is not the customer. */
  forWhom: string | undefined
  /** Until when it can be canceled. */
  terms: ReactNode
  /** Paid, or about to be: the slots are taken. */
  onTaken: () => void
  /** Returns true if the page shows the problem; otherwise the checkout shows it. */
  onRefused: (problem: BookingProblem) => boolean
  onFinished: () => void
}

/** Pays a cage booking of one day by card. */
export function useCardBooking(
  day: string,
  { forWhom, terms, onTaken, onRefused, onFinished }: CardBookingActions,
): Checkout {
  const queryClient = useQueryClient()
  return useCheckout({
    refresh: () => refreshDay(queryClient, day),
    forWhom,
    terms,
    onPaid: onTaken,
    onUnsettled: () => {
      onTaken()
      onFinished()
    },
    onRefused: (refusal) => {
      const problem = readBookingProblem(refusal)
      if (problem.kind === 'price') void refreshPrices(queryClient)
      return onRefused(problem)
    },
    refusalText: bookingFailed,
    onFinished,
  })
}

const refreshDay = (queryClient: QueryClient, day: string): Promise<unknown> =>
  invalidate(queryClient, [scheduleQuery(day).queryKey, ...myBookingsKeys])

/** Loads again what decides the price: the rates, and whether the customer is a member. */
const refreshPrices = (queryClient: QueryClient): Promise<unknown> =>
  invalidate(queryClient, [cagesQuery.queryKey, facilityQuery.queryKey, sessionKey])

const invalidate = (queryClient: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
