import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'

/** All lessons of the signed-in customer, newest first. */
export const myLessonsQuery = queryOptions({
  queryKey: ['me', 'lessons'],
  queryFn: ({ signal }) => unwrap(api.me.lessons.$get({}, { init: { signal } })),
})
