import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepEventStream } from './eventStream.ts'
import { coachDayKey } from './queries/coaches.ts'

/**
 * Keeps the start times of a coach on one facility day (`yyyy-MM-dd`) fresh while they are on screen: a booking of
 * that coach by anyone has them loaded again (spec 1 §4, 'Live refresh'). Closed while the tab is hidden.
 */
export function useLiveCoach(coachId: string, day: string): void {
  const queryClient = useQueryClient()
  const visible = useDocumentVisibility() === 'visible'

  useEffect(() => {
    if (!visible) return
    const refetch = () => void queryClient.invalidateQueries({ queryKey: coachDayKey(coachId, day) })
    const url = `/api/coaches/${encodeURIComponent(coachId)}/events?p_lesson_date=${encodeURIComponent(day)}`
    return keepEventStream(() => new EventSource(url), 'coach', { open: refetch, event: refetch })
  }, [queryClient, coachId, day, visible])
}
