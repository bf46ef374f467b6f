import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'

/** What a guest's form sends along (decision 27). Ask when the form is shown: it is good from two seconds later, for a day. */
export const formTokenQuery = queryOptions({
  queryKey: ['form-token'],
  queryFn: ({ signal }) => unwrap(api['form-token'].$get({}, { init: { signal } })),
  staleTime: 12 * 60 * 60_000,
  meta: { public: true },
})
