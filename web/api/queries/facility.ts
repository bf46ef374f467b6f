import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

/** Name, address, hours and rates; they change about never. */
export const facilityQuery = queryOptions({
  queryKey: queryKeys.facility,
  queryFn: ({ signal }) => unwrap(api.facility.$get({}, { init: { signal } })),
  staleTime: 10 * 60_000,
  meta: { public: true },
})
