import { readPages } from '../read.ts'

interface UserSearch {
  search?: string | undefined
  role?: 'user' | 'coach' | 'desk' | 'admin' | undefined
  sort?: 'newest' | 'name' | undefined
  member?: true | undefined
  /** Users per page; 15 by default (spec 3 §9). */
  size?: number
}

/** Users, page by page, each by the cursor of the one before it. */
export const usersQuery = ({ search, role, sort, size = 15 }: UserSearch) =>
  readPages('GET /api/admin/users', { search_query: search || undefined, role, sort, page_size: size })

/** The list of users, 50 a page, with what each owes. */
export const userListQuery = ({ search, role, sort, member }: UserSearch) =>
  readPages('GET /api/admin/users', {
    ...{ search_query: search || undefined, role, sort, page_size: '50', standing: 'true' },
    ...(member && { member: 'true' }),
  })
