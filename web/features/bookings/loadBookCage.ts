import type { QueryClient } from '@tanstack/react-query'
import { initialDay } from '../../../shared/domain/calendar.ts'
import { cagesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { facilityQuery } from '../../api/queries/facility.ts'

/**
 * Asks for all that the page needs beside its code, and waits for none of it: the page has its own skeleton and says
 * itself what failed. Without a day in the address the facility's hours come first, since they decide the day.
 */
export function loadBookCage(queryClient: QueryClient, date: string | undefined): void {
  void queryClient.prefetchQuery(cagesQuery)
  void queryClient.prefetchQuery(facilityQuery)
  if (date) void queryClient.prefetchQuery(scheduleQuery(date))
  else void prefetchInitialDay(queryClient)
}

async function prefetchInitialDay(queryClient: QueryClient): Promise<void> {
  const facility = await queryClient.ensureQueryData(facilityQuery).catch(() => undefined)
  if (!facility) return
  const day = initialDay(new Date(), facility, facility.time_zone)
  await queryClient.prefetchQuery(scheduleQuery(day))
}
