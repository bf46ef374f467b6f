import { useDocumentVisibility } from '@mantine/hooks'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepEventStream } from './liveConnection.ts'

/**
 * Keeps queries fresh while they are on screen (architecture rule 7): the server says by an event that what they show
 * has changed, and they are loaded again. Closed while the tab is hidden.
 */
export function useLiveQueries(url: string, event: string, queryKeys: readonly QueryKey[]): void {
  const queryClient = useQueryClient()
  const visible = useDocumentVisibility() === 'visible'
  // Equal keys are other arrays at each render.
  const keys = JSON.stringify(queryKeys)

  useEffect(() => {
    if (!visible) return
    const refetch = () => {
      for (const queryKey of JSON.parse(keys)) void queryClient.invalidateQueries({ queryKey })
    }
    return keepEventStream(() => new EventSource(url), event, { open: refetch, event: refetch })
  }, [queryClient, url, event, keys, visible])
}
