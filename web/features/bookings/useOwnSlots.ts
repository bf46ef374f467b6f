import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OwnTime } from '../../../shared/contract/accounts/calendar.ts'
import { slotKey } from '../../../shared/domain/bookings/selection.ts'
import { nextSlotBoundary, slotMs } from '../../../shared/domain/bookings/slots.ts'
import { epochMs } from '../../../shared/domain/time/time.ts'
import { ownTimesQuery } from '../../api/queries/bookings.ts'
import { useSession } from '../../api/session.ts'

const none: ReadonlySet<string> = new Set()

/** The `slotKey`s of what the signed-in customer's household has on a day; none for a visitor and until it is known. */
export function useOwnSlots(day: string, zone: string): ReadonlySet<string> {
  const signedIn = useSession().status === 'signed-in'
  const { data } = useQuery({ ...ownTimesQuery(day), enabled: signedIn })
  return useMemo(() => (signedIn && data ? ownSlots(data, zone) : none), [signedIn, data, zone])
}

/** The half hours whose start a time covers, as `isTaken` counts them: of a lesson at 4:15 the first is 4:30. */
export function ownSlots(times: readonly OwnTime[], zone: string): Set<string> {
  return new Set(
    times.flatMap(({ cage_id: cageId, start_time, end_time }) => {
      const first = nextSlotBoundary(new Date(epochMs(start_time)), zone)
      const count = Math.max(0, Math.ceil((epochMs(end_time) - first) / slotMs))
      return Array.from({ length: count }, (_, index) =>
        slotKey({ cageId, start: new Date(first + index * slotMs) }),
      )
    }),
  )
}
