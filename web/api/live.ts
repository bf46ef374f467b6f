import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topicName } from '../../shared/domain/liveTopics.ts'
import { createLiveConnection } from './liveConnection.ts'
import { campSeatKey, classSeatsKey, coachDayKey, queryKeys } from './queryKeys.ts'

/** Topics (shared/domain/liveTopics.ts) with the keys of the queries that each of them refreshes. */
type LiveQueries = Readonly<Record<string, readonly QueryKey[]>>

/** The one live stream of this tab. */
const streams = new WeakMap<QueryClient, ReturnType<typeof createLiveStream>>()

/**
 * Keeps queries fresh while they are on screen (architecture rule 7): the server says by an event that a topic has
 * changed, and its queries are loaded again. All topics of a tab share one stream, which is closed while the tab is
 * hidden.
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
  const connection = createLiveConnection(
    (topics) => new EventSource(`/api/events?topics=${topics.join(',')}`),
    (topics) => {
      const keys = topics.flatMap((topic) => [...followed].flatMap((queries) => queries[topic] ?? []))
      // Each once: a second invalidation would cancel the first one's request and repeat it.
      const once = new Map(keys.map((queryKey) => [JSON.stringify(queryKey), queryKey]))
      for (const queryKey of once.values()) void queryClient.invalidateQueries({ queryKey })
    },
  )
  const update = () => {
    const isVisible = document.visibilityState === 'visible'
    connection.follow(new Set(isVisible ? [...followed].flatMap(Object.keys) : []))
  }
  document.addEventListener('visibilitychange', update)

  return {
    /** Returns the way to stop. What one render drops and adds is one change of the stream. */
    follow(queries: LiveQueries): () => void {
      followed.add(queries)
      queueMicrotask(update)
      return () => {
        followed.delete(queries)
        queueMicrotask(update)
      }
    },
  }
}

/** Keeps the schedules of facility days (`yyyy-MM-dd`) fresh while they are on screen, or while they may be next. */
export const useLiveSchedule = (...days: readonly string[]): void =>
  useLiveQueries(
    Object.fromEntries(days.map((day) => [topicName('schedule', day), [[...queryKeys.schedule, day]]])),
  )

/**
 * Keeps the start times of a coach on one facility day fresh while they are on screen: a booking of that coach by anyone
 * has them loaded again (spec 1 §4, 'Live refresh').
 */
export const useLiveCoach = (coachId: string, day: string): void =>
  useLiveQueries({ [topicName('coach', coachId, day)]: [coachDayKey(coachId, day)] })

/** Keeps a camp, its spots left and one's own seat fresh while they are on screen. */
export const useLiveCamp = (id: string): void =>
  useLiveQueries({ [topicName('camp', id)]: [[...queryKeys.camps, id], campSeatKey(id)] })

/** Keeps a class, what is left of its sessions and one's own seats fresh while they are on screen. */
export const useLiveClass = (id: string): void =>
  useLiveQueries({ [topicName('class', id)]: [[...queryKeys.classes, id], classSeatsKey(id)] })

/** Keeps everything of the signed-in person's own fresh: the desk may have marked a booking paid. */
export const useLiveAccount = (): void => useLiveQueries({ [topicName('me')]: [queryKeys.me] })
