import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { openTimesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { laterPart, Preloaded, preloadable, useWhenIdle } from '../../ui/preloadable.tsx'
import { boardDay } from './boardDay.ts'

/** What can be booked next. */
export const tonightBoard = laterPart(() => import('./TonightBoard.tsx'))

/** The day that the board shows depends on what is free. */
export async function prefetchBoard(queryClient: QueryClient, now: Date): Promise<void> {
  const [facility, open] = await Promise.all([
    queryClient.ensureQueryData(facilityQuery),
    queryClient.ensureQueryData(openTimesQuery),
  ]).catch(() => [])
  if (facility) await queryClient.prefetchQuery(scheduleQuery(boardDay(open, now, facility)))
}

const around = preloadable(() => import('./AroundTheFacility.tsx'))

/**
 * What goes on here besides cages: below all that is seen at first, so it comes when the browser is idle and pushes nothing.
 * Without the code, menu and footer have the same pages, hours and address.
 */
export function BelowTheFold() {
  const [isThere, setThere] = useState(() => around.loaded() !== null)
  useWhenIdle(() => void around.preload().then(() => setThere(around.loaded() !== null)))
  return isThere && <Preloaded part={around} props={{}} />
}
