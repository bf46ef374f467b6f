import { readPages } from '../read.ts'

export type ShownClasses = 'current' | 'ended' | 'all'

interface ClassSearch {
  search?: string | undefined
  /** Those that have not ended by default. */
  show?: ShownClasses | undefined
}

/** Classes by name, page by page. */
export const staffClassesQuery = ({ search, show = 'current' }: ClassSearch) =>
  readPages('GET /api/admin/classes', { show, search_query: search })
