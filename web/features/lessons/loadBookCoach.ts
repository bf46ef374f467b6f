import type { QueryClient } from '@tanstack/react-query'
import { coachQuery } from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { preloadCalendar } from '../../components/LazyCalendar.tsx'

/** Asks for what the page needs beside its own code and waits for none of it: the page says itself what failed. */
export function loadBookCoach(queryClient: QueryClient, coachId: string): void {
  void queryClient.prefetchQuery(coachQuery(coachId))
  void queryClient.prefetchQuery(facilityQuery)
  preloadCalendar()
}
