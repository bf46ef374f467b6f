import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'

/** A form that is sent sooner than two seconds after it was opened counts as sent by a program; with some reserve. */
const shortestMs = 2_100

/**
 * The note of when a guest form was opened, for the invisible check (decision 27): asked for when the form appears.
 * Good for a day.
 */
export const formTokenQuery = queryOptions({
  queryKey: ['form-token'],
  queryFn: ({ signal }) => unwrap(api['form-token'].$get({}, { init: { signal } })),
  staleTime: 12 * 3_600_000,
})

/**
 * The token to send a form with, once it is old enough: whoever lets the browser fill in the form is as quick as a
 * program. Fails when there is no token to be had.
 */
export async function formTokenForSending(queryClient: QueryClient): Promise<string> {
  const { form_token } = await queryClient.fetchQuery(formTokenQuery)
  const openedAt = queryClient.getQueryState(formTokenQuery.queryKey)?.dataUpdatedAt ?? Date.now()
  const wait = openedAt + shortestMs - Date.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  return form_token
}
