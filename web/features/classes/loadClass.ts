import type { QueryClient } from '@tanstack/react-query'
import { classQuery } from '../../api/queries/classes.ts'
import { facilityQuery } from '../../api/queries/facility.ts'

/** Asks for what the page needs beside its own code and waits for none of it: the page says itself what failed. */
export function loadClass(queryClient: QueryClient, classId: string): void {
  void queryClient.prefetchQuery(classQuery(classId))
  void queryClient.prefetchQuery(facilityQuery)
}
