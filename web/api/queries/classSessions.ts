import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  AdminClassRegistration,
  SessionWithRegistrations,
} from '../../../shared/contract/programs/classSessions.ts'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { call } from '../call.ts'
import { useLiveQueries } from '../live.ts'
import { queryKeys } from '../queryKeys.ts'

const sessionsKey = [...queryKeys.staff, 'class-sessions']
const ofClass = (classId: string) => [...sessionsKey, 'of', classId]
const one = (id: string) => [...sessionsKey, 'one', id]

/** The sessions of a class, 15 to a page. */
export const adminSessionsQuery = (classId: string, when: 'upcoming' | 'past') =>
  infiniteQueryOptions({
    queryKey: [...ofClass(classId), when],
    queryFn: ({ pageParam, signal }) => {
      const query = { when, page_size: 15, ...(pageParam && { cursor: pageParam }) }
      const param = { class_id_param: classId }
      return call('GET /api/admin/classes/:class_id_param/instances', { ...param, ...query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** One session with everybody who has or had a seat in it. */
export const sessionSeatsQuery = (id: string) =>
  queryOptions({
    queryKey: one(id),
    queryFn: ({ signal }) =>
      call(
        'GET /api/admin/class-instances/:instance_id_param/registrations',
        { instance_id_param: id },
        { signal },
      ),
    staleTime: 0,
  })

/** What canceling a session would do now. */
export const sessionCancellationQuery = (id: string) =>
  queryOptions({
    queryKey: [...one(id), 'cancellation'],
    queryFn: ({ signal }) => call('GET /api/admin/class-instances/:id/cancellation', { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** People by name, e-mail or phone number, at most 20: a page that has no next one. */
export const searchedUsersQuery = (term: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.staff, 'users', 'search', term],
    queryFn: async ({ signal }) => {
      const query = { search_term: term }
      return { items: await call('GET /api/admin/people/search', query, { signal }) }
    },
    initialPageParam: '',
    getNextPageParam: () => null,
  })

/** Shows what was noted before the session is asked for again: the next press says which version it has seen. */
export const keepRegistration = (
  queryClient: QueryClient,
  id: string,
  seat: AdminClassRegistration,
): void => {
  queryClient.setQueryData<SessionWithRegistrations>(one(id), (before) => {
    if (!before) return before
    const registrations = before.registrations.map((each) => (each.id === seat.id ? seat : each))
    return { ...before, registrations }
  })
}

/** Keeps the sessions of a class fresh while they are listed. */
export const useLiveSessions = (classId: string): void =>
  useLiveQueries({ [topicName('class', classId)]: [ofClass(classId)] })

/** Keeps who is registered, has paid and came fresh, at whichever desk it is noted. */
export const useLiveSession = (
  session: { id: string; class_id: string; class_date: string } | undefined,
): void =>
  useLiveQueries(
    session
      ? {
          [topicName('class', session.class_id)]: [one(session.id)],
          [topicName('desk', session.class_date)]: [one(session.id)],
        }
      : {},
  )

/** After a session was deleted: it is not asked for again while its view closes. */
export const refreshWithoutSession = (queryClient: QueryClient, id: string): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: queryKeys.staff,
    predicate: ({ queryKey }) => !one(id).every((part, index) => queryKey[index] === part),
  })
