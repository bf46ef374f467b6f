import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { useLiveSchedule } from '../../api/liveSchedule.ts'
import { scheduleQuery } from '../../api/queries/cages.ts'
import { type DayRange, dayChoices } from './dayChoices.ts'

/** How long a day is looked at before its neighbours are of interest. */
const settledMs = 500

/** Loads the schedules of the days before and after after a moment and keeps them true, so that a step is immediate. */
export function usePrefetchedNeighbours(day: string, range: DayRange, facility: Facility): void {
  const queryClient = useQueryClient()
  const { previousDay, nextDay } = dayChoices(day, range, facility)
  useLiveSchedule(...[previousDay, nextDay].filter((neighbour) => neighbour !== null))

  useEffect(() => {
    const timer = setTimeout(() => {
      for (const neighbour of [previousDay, nextDay]) {
        if (neighbour) void queryClient.prefetchQuery(scheduleQuery(neighbour))
      }
    }, settledMs)
    return () => clearTimeout(timer)
  }, [queryClient, previousDay, nextDay])
}
