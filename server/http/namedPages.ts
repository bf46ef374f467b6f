import { LRUCache } from 'lru-cache'
import type { Facility } from '../../shared/contract/facility.ts'
import type { PageText } from './site.ts'

const TTL_MILLISECONDS = 5 * 60_000
const MOST_KNOWN = 500
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the page of one coach, class or camp is about, or that it does not exist; null for other paths. */
export type NamedPages = (path: string, facility: Facility) => Promise<PageText | 'nothing' | null>

/** Pages that are named after what they show. */
interface NamedPagesPlan<Found extends object> {
  /** The address in front of the id, e.g. '/classes/'. */
  readonly prefix: string
  find(id: string): Promise<Found | null>
  text(found: Found, facility: Facility): PageText
}

/** Asks for each thing at most once in five minutes, also for those that do not exist. */
export function namedPages<Found extends object>(plan: NamedPagesPlan<Found>): NamedPages {
  const pattern = new RegExp(`^${plan.prefix}([^/]+)/?$`)
  const known = new LRUCache<string, Found | 'nothing'>({ max: MOST_KNOWN, ttl: TTL_MILLISECONDS })
  return async (path, facility) => {
    const id = pattern.exec(path)?.[1]
    if (id === undefined) return null
    if (!idPattern.test(id)) return 'nothing'
    const found = known.get(id) ?? (await plan.find(id)) ?? 'nothing'
    if (!known.has(id)) known.set(id, found)
    return found === 'nothing' ? found : plan.text(found, facility)
  }
}

/** The first of several kinds of pages that knows a path. */
export const firstNamed =
  (kinds: readonly NamedPages[]): NamedPages =>
  async (path, facility) => {
    for (const kind of kinds) {
      const text = await kind(path, facility)
      if (text) return text
    }
    return null
  }
