import { LRUCache } from 'lru-cache'
import type { Facility } from '../../../shared/contract/facility/facility.ts'

/** A page's text for search results and shared links. */
export interface PageText {
  /** The page's name; home has none. */
  readonly title: string | undefined
  readonly description: string
  /** The canonical path; null for pages that search engines must not list. */
  readonly canonicalPath: string | null
  /** The page's content as schema.org data, for the site at an origin. */
  listing?(origin: string): object
}

const TTL_MILLISECONDS = 5 * 60_000
const MAX_CACHED = 500
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The pages of all items of one kind: '<parent>/<id>'. */
export interface NamedPages {
  /** E.g. '/classes'. */
  readonly parent: string
  /** The text of one item's page, or 'nothing' when the item does not exist; null for other paths. */
  describe(path: string, facility: Facility): Promise<PageText | 'nothing' | null>
  /** The pages that search engines may list. */
  paths(): Promise<string[]>
}

interface NamedPagesPlan<Found extends object> {
  readonly parent: string
  find(id: string): Promise<Found | null>
  text(found: Found, facility: Facility): PageText
  /** The items that search engines may list. */
  list(): Promise<readonly { readonly id: string }[]>
}

/** Reads each item at most once in five minutes, including those that do not exist. */
export function namedPages<Found extends object>(plan: NamedPagesPlan<Found>): NamedPages {
  const pattern = new RegExp(`^${plan.parent}/([^/]+)/?$`)
  const known = new LRUCache<string, Found | 'nothing'>({ max: MAX_CACHED, ttl: TTL_MILLISECONDS })
  return {
    parent: plan.parent,
    async describe(path, facility) {
      const id = pattern.exec(path)?.[1]
      if (id === undefined) return null
      if (!idPattern.test(id)) return 'nothing'
      const found = known.get(id) ?? (await plan.find(id)) ?? 'nothing'
      if (!known.has(id)) known.set(id, found)
      return found === 'nothing' ? found : plan.text(found, facility)
    },
    paths: async () => (await plan.list()).map(({ id }) => `${plan.parent}/${id}`),
  }
}
