import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { CustomerBooking, moveRequest } from '../../../../shared/contract/bookings.ts'
import type { Cage } from '../../../../shared/contract/cages.ts'
import type { Facility } from '../../../../shared/contract/facility.ts'
import { priceSessions } from '../../../../shared/domain/pricing.ts'
import { minutesOf } from '../../../../shared/domain/selection.ts'
import { api, unwrap } from '../../../api/client.ts'
import { idempotencyHeaders } from '../../../api/idempotencyKey.ts'
import { useLiveSchedule } from '../../../api/liveSchedule.ts'
import { cagesQuery, scheduleQuery } from '../../../api/queries/cages.ts'
import { useSession } from '../../../api/session.ts'
import { freeTimes } from './freeTimes.ts'
import { movePrice } from './movePrice.ts'
import { useChange } from './useChange.ts'

/** The move itself: `start_time` and `cage_id` where it goes, `totalAmount` as it was shown. */
export function useMoveBooking(id: string) {
  return useChange((request: z.input<typeof moveRequest>, key) =>
    unwrap(
      api.me.bookings[':id'].move.$post(
        { param: { id }, json: request },
        { headers: idempotencyHeaders(key) },
      ),
    ),
  )
}

/** The free times of a day for a booking, fresh as long as it is on screen. */
export function useFreeTimes(
  booking: CustomerBooking,
  { day, facility, now }: { day: string; facility: Facility; now: Date },
) {
  useLiveSchedule(day)
  const cages = useQuery(cagesQuery)
  const schedule = useQuery(scheduleQuery(day))
  const ready = cages.data && schedule.data
  return {
    data: ready
      ? freeTimes(booking, { day, cages: cages.data, entries: schedule.data, facility, now })
      : undefined,
    error: cages.error ?? schedule.error,
    refetch: () => {
      if (cages.error) void cages.refetch()
      if (schedule.error) void schedule.refetch()
    },
  }
}

/** What the booking would cost in a cage, for whoever is signed in. */
export function usePriceIn(booking: CustomerBooking, facility: Facility) {
  const session = useSession()
  const subscribed = session.status === 'signed-in' && session.subscribed
  const percent = subscribed ? facility.member_cage_discount_percent : 0
  const minutes = minutesOf({ startTime: booking.start_time, endTime: booking.end_time })
  return (cage: Cage) =>
    movePrice(booking.total_cost, priceSessions([{ rates: cage, minutes }], percent).total, booking.change)
}
