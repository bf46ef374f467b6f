import { readPages } from '../read.ts'

interface UserSearch {
  search?: string | undefined
  role?: 'user' | 'coach' | 'desk' | 'admin' | undefined
  sort?: 'newest' | 'name' | undefined
  /** Users per page; 15 by default (spec 3 §9). */
  size?: number
}

/** Users, page by page, each by the cursor of the one before it. */
export const usersQuery = ({ search, role, sort, size = 15 }: UserSearch) =>
  readPages('GET /api/admin/users', { search_query: search || undefined, role, sort, page_size: size })
