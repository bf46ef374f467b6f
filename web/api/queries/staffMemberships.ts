import type { MemberState } from '../../../shared/domain/memberships/memberLife.ts'
import { read, readPages } from '../read.ts'

interface MembershipSearch {
  search?: string | undefined
  state?: MemberState | undefined
}

/** Memberships, page by page. */
export const staffMembershipsQuery = ({ search, state }: MembershipSearch) =>
  readPages('GET /api/admin/memberships', { search_query: search, state })

/** One membership with its payments and what could be done with it now. */
export const membershipDetailsQuery = (id: string) => ({
  ...read('GET /api/admin/memberships/:membership_id', { membership_id: id }),
  staleTime: 0,
})
