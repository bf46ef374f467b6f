import type { QueryClient } from '@tanstack/react-query'
import { initialDay } from '../../../shared/domain/calendar.ts'
import { cagesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { readDay } from '../../components/searchValues.ts'

/** What the address of /book-cage says: the shown facility day, or nothing for the initial day. */
export interface BookCageSearch {
  date?: string | undefined
}

/**
 * Reads `?date=`. Anything but a real day counts as not given and is named as undefined: the router keeps what the
 * address says of a key that is left out.
 */
export const readBookCageSearch = ({ date }: Record<string, unknown>): BookCageSearch => ({
  date: readDay(date),
})

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
