import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { campSeatKey, queryKeys } from '../queryKeys.ts'

/** Published camps by start date. Others take seats at the same time, so the page loads what is left when it is opened again. */
export const campsQuery = queryOptions({
  queryKey: queryKeys.camps,
  queryFn: ({ signal }) => call('GET /api/camps', {}, { signal }),
  refetchOnWindowFocus: 'always',
  meta: { public: true },
})

/** One published camp with its coaches; refused with 'camp_not_found' when there is none. */
export const campQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.camps, id],
    queryFn: ({ signal }) => call('GET /api/camps/:id', { id }, { signal }),
    refetchOnWindowFocus: 'always',
    meta: { public: true },
  })

/** The seats of the customer's family in a camp, oldest first. */
export const campSeatsQuery = (campId: string) =>
  queryOptions({
    queryKey: campSeatKey(campId),
    queryFn: ({ signal }) =>
      call('GET /api/camps/:camp_id/household-registrations', { camp_id: campId }, { signal }),
    refetchOnWindowFocus: 'always',
  })
