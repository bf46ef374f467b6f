import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PublicTextKey } from '../../../shared/domain/facility/publicTexts.ts'
import { type SalesTax, type TaxClass, taxOf } from '../../../shared/domain/money/salesTax.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** Name, address, hours and rates; they change about never. */
export const facilityQuery = queryOptions({
  queryKey: queryKeys.facility,
  queryFn: ({ signal }) => call('GET /api/facility', {}, { signal }),
  staleTime: 10 * 60_000,
  meta: { public: true },
})

/** The tax on one class of prices; none while the facility is not loaded. */
export const useSalesTax = (sold: TaxClass): SalesTax => taxOf(useQuery(facilityQuery).data, sold)

/** A text of a public page, in its parts. */
export const publicTextQuery = (key: PublicTextKey) =>
  queryOptions({
    queryKey: [...queryKeys.facility, key],
    queryFn: ({ signal }) => call('GET /api/texts/:key', { key }, { signal }),
    staleTime: 10 * 60_000,
    meta: { public: true },
  })
