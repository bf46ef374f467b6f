import { campSeatKey } from '../queryKeys.ts'
import { read } from '../read.ts'

// Others take seats at the same time, so a page loads what is left when it is opened again.
const fresh = { refetchOnWindowFocus: 'always', meta: { public: true } } as const

/** Published camps by start date. */
export const campsQuery = { ...read('GET /api/camps'), ...fresh }

/** One published camp with its coaches; refused with 'camp_not_found' when there is none. */
export const campQuery = (id: string) => ({ ...read('GET /api/camps/:id', { id }), ...fresh })

/** The seats of the customer's family in a camp, oldest first; among what is the customer's own. */
export const campSeatsQuery = (camp_id: string) => ({
  ...read('GET /api/camps/:camp_id/household-registrations', { camp_id }),
  queryKey: campSeatKey(camp_id),
  refetchOnWindowFocus: 'always' as const,
})
