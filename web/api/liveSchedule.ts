import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepEventStream } from './eventStream.ts'
import { scheduleQuery } from './queries/cages.ts'

/**
 * Keeps the schedule of one facility day (`yyyy-MM-dd`) fresh while it is on screen (architecture rule 7): the server
 * says that the day has changed, the query for it is loaded again. Closed while the tab is hidden.
 */
export function useLiveSchedule(day: string): void {
  const queryClient = useQueryClient()
  const visible = useDocumentVisibility() === 'visible'

  useEffect(() => {
    if (!visible) return
    const refetch = () => void queryClient.invalidateQueries({ queryKey: scheduleQuery(day).queryKey })
    const url = `/api/events?p_date=${encodeURIComponent(day)}`
    return keepEventStream(() => new EventSource(url), 'schedule', { open: refetch, event: refetch })
  }, [queryClient, day, visible])
}
