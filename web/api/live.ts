import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hydration } from '../ui/hydration.ts'
import { createEventStream } from './eventStream.ts'

/** Topics (shared/domain/liveTopics.ts) with the keys of the queries that each of them refreshes. */
type LiveQueries = Readonly<Record<string, readonly QueryKey[]>>

/** The one live stream of this tab. */
const streams = new WeakMap<QueryClient, ReturnType<typeof createLiveStream>>()

/**
 * Keeps queries fresh while they are on screen: the server says by an event that a topic has
 * changed, and its queries are loaded again. All topics of a tab share one stream, which is closed while the tab is
 * hidden. The server takes up to 40; with more the tab reads everything every ten seconds instead.
 */
export function useLiveQueries(queries: LiveQueries): void {
  const queryClient = useQueryClient()
  // Equal queries are another object at each render.
  const text = JSON.stringify(queries)

  useEffect(() => {
    const stream = streams.get(queryClient) ?? createLiveStream(queryClient)
    streams.set(queryClient, stream)
    return stream.follow(JSON.parse(text))
  }, [queryClient, text])
}

function createLiveStream(queryClient: QueryClient) {
  const followed = new Set<LiveQueries>()
  const connection = createEventStream(
    (topics) => new EventSource(`/api/events?topics=${topics.join(',')}`),
    (topics) => {
      const keys = topics.flatMap((topic) => [...followed].flatMap((queries) => queries[topic] ?? []))
      // Each once: a second invalidation would cancel the first one's request and repeat it.
      for (const key of new Set(keys.map((queryKey) => JSON.stringify(queryKey))))
        void queryClient.invalidateQueries({ queryKey: JSON.parse(key) })
    },
  )
  const update = () => {
    const isVisible = document.visibilityState === 'visible'
    connection.follow(new Set(isVisible ? [...followed].flatMap(Object.keys) : []))
  }
  document.addEventListener('visibilitychange', update)

  return {
    /** Returns the way to stop. What one render drops and adds, or a page and its later parts, is one change of the stream. */
    follow(queries: LiveQueries): () => void {
      followed.add(queries)
      void hydration.finished.then(update)
      return () => {
        followed.delete(queries)
        void hydration.finished.then(update)
      }
    },
  }
}
