import { useQuery } from '@tanstack/react-query'
import type { PublicTextKey } from '../../../shared/domain/facility/publicTexts.ts'
import { type SalesTax, type TaxClass, taxOf } from '../../../shared/domain/money/salesTax.ts'
import { read } from '../read.ts'

/** They change about never. */
const lasting = { staleTime: 10 * 60_000, meta: { public: true } }

/** Name, address, hours and rates. */
export const facilityQuery = { ...read('GET /api/facility'), ...lasting }

/** The tax on one class of prices; none while the facility is not loaded. */
export const useSalesTax = (sold: TaxClass): SalesTax => taxOf(useQuery(facilityQuery).data, sold)

/** A text of a public page, in its parts. */
export const publicTextQuery = (key: PublicTextKey) => ({
  ...read('GET /api/texts/:key', { key }),
  ...lasting,
})
