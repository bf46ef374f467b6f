import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { bookingRequest, createBooking } from '../../../shared/contract/bookings.ts'
import { useAttemptKey } from '../../api/attemptKey.ts'
import { api, unwrap } from '../../api/client.ts'
import { idempotencyHeaders } from '../../api/idempotencyKey.ts'
import { myBookingsKey } from '../../api/queries/bookings.ts'
import { cagesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { sessionKey } from '../../api/session.ts'
import { type BookingProblem, readBookingProblem } from './bookingProblem.ts'

export type BookingRequest = z.input<typeof bookingRequest>
export type BookingAnswer = z.output<typeof createBooking.answer>

/**
 * Makes a booking to be paid on arrival. Pressing again after a lost answer repeats the same request under the same
 * key, so it cannot book twice; any change of the request, and any definite answer, ends that attempt.
 */
export function useBooking(day: string) {
  const queryClient = useQueryClient()
  const attempt = useAttemptKey()
  const sending = useRef(false)
  const [problem, setProblem] = useState<BookingProblem | null>(null)

  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ request, key }: { request: BookingRequest; key: string }) =>
      unwrap(api.bookings.$post({ json: request }, { headers: idempotencyHeaders(key) })),
  })

  /** The server's answer, or the problem; undefined for a second press while the first is on its way. */
  async function book(request: BookingRequest): Promise<BookingAnswer | BookingProblem | undefined> {
    if (sending.current) return undefined
    sending.current = true
    setProblem(null)
    try {
      const answer = await mutateAsync({ request, key: attempt.keyOf(request) })
      attempt.end()
      return answer
    } catch (error) {
      const found = readBookingProblem(error)
      if (found.kind !== 'failed' || !found.unsure) attempt.end()
      setProblem(found)
      if (found.kind === 'price') await refreshPrices()
      return found
    } finally {
      sending.current = false
      void queryClient.invalidateQueries({ queryKey: scheduleQuery(day).queryKey })
      void queryClient.invalidateQueries({ queryKey: myBookingsKey })
    }
  }

  function refreshPrices(): Promise<unknown> {
    const stale = [cagesQuery.queryKey, facilityQuery.queryKey, sessionKey]
    return Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }

  return { book, isPending, problem, forgetProblem: () => setProblem(null) }
}
