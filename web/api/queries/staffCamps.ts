import type { CampStatusFilter } from '../../../shared/contract/programs/staffCamps.ts'
import { readPages } from '../read.ts'

interface CampSearch {
  search?: string | undefined
  status?: CampStatusFilter | undefined
}

/** Camps, drafts too, page by page. */
export const staffCampsQuery = ({ search, status = 'all' }: CampSearch) => ({
  ...readPages('GET /api/admin/camps', { status_filter: status, search_query: search }),
  refetchOnWindowFocus: 'always' as const,
})
