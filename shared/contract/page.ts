import { z } from 'zod'

/** The page numbers that the specification's calls accept; further pages are read by cursor (decision 33). */
const LAST_NUMBERED_PAGE = 100

/**
 * The query of every list. A list adds its own filters and `sort` with `.extend`.
 *
 * The next page is requested with the `cursor` of the previous answer and the same search, filters and sort: rows added
 * or removed in between cause no skips or repeats. `page_number` is in the specification and serves the first 100
 * pages; the cursor overrides it.
 */
export const pageQuery = z.object({
  search_query: z.string().trim().max(100).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(15),
  page_number: z.coerce.number().int().min(1).max(LAST_NUMBERED_PAGE).optional(),
  cursor: z.string().max(2_000).optional(),
})
export type PageQuery = z.infer<typeof pageQuery>

/**
 * One page of a list; `cursor` requests the next one and is null on the last. A page may have fewer items than requested,
 * even none, and still a cursor: a search with few matches stops at a bound and continues from there.
 */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), cursor: z.string().nullable() })
