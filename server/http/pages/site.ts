import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { authTitles, missingTitles, pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { staffPageTitles } from '../../../shared/domain/facility/staffPageTitles.ts'
import type { NamedPages, PageText } from './namedPages.ts'

/** The public pages of one feature; the composition root registers them (server/features.ts). */
export interface SitePages {
  /** Descriptions of the pages that search engines may list, by path. */
  readonly described: Readonly<Record<string, (facility: Facility) => string>>
  /** A page for each item of one kind, such as each camp. */
  readonly named?: NamedPages
  /** API paths that the pages load: search engines execute the pages before they index them. */
  readonly reads: readonly string[]
}

/** The public pages of all features. */
export interface Site {
  /** Whether the web app has a page at a path; any other path redirects home (spec 1 §2.1). Must match `web/routes`. */
  isPage(path: string): boolean
  /** The pages that search engines may list, home first, without those of single items. */
  readonly publicPaths: readonly string[]
  /** Pages of single items, such as each camp, that search engines may list now. */
  namedPaths(): Promise<string[]>
  /** API paths that the public pages load. */
  readonly reads: readonly string[]
  /** The text of the page at a path; 'nothing' where its item does not exist. */
  describe(path: string, facility: Facility): Promise<PageText | 'nothing' | null>
  /** The text of a page that shows no single item. Personal pages, and paths that redirect home, are not listed. */
  text(path: string, facility: Facility, mode?: string): PageText
  /** The text of a page whose item does not exist. */
  missing(path: string, facility: Facility): PageText
  /** The facility as schema.org data, on every page. */
  facilityListing(facility: Facility, origin: string): object
}

/** Where single items have pages that only their reader sees: whether one exists is not told to others. */
const personalItems: readonly string[] = [
  '/admin/camps',
  '/admin/classes',
  '/admin/receipts',
  '/admin/rosters/camp',
  '/admin/rosters/class',
  '/admin/users',
  '/receipt',
]

/** @param features home's feature first. */
export function createSite(features: readonly SitePages[], facilityListing: Site['facilityListing']): Site {
  const described: SitePages['described'] = Object.assign({}, ...features.map((pages) => pages.described))
  const kinds = features.flatMap(({ named }) => named ?? [])
  const parents = kinds.map(({ parent }) => parent)
  const site: Site = {
    facilityListing,
    publicPaths: Object.keys(described),
    reads: features.flatMap(({ reads }) => reads),
    namedPaths: async () => (await Promise.all(kinds.map((kind) => kind.paths()))).flat(),
    isPage(path) {
      const plain = plainPath(path).toLowerCase()
      const [, parent = ''] = /^(\/[^/]+)\/[^/]+$/.exec(plain) ?? []
      if (plain === '/' || parents.includes(parent)) return true
      const [, list = ''] = /^(.+)\/[0-9a-f-]{36}$/.exec(plain) ?? []
      if (personalItems.includes(list)) return true
      return titleOf(plain) !== undefined && (plain in described || !parents.includes(plain))
    },
    async describe(path, facility) {
      for (const kind of kinds) {
        const text = await kind.describe(path, facility)
        if (text) return text
      }
      return null
    },
    text(path, facility, mode) {
      const plain = plainPath(path)
      const description = described[plain]
      return {
        title: titleOf(plain, mode),
        description: (description ?? described['/'])?.(facility) ?? '',
        canonicalPath: description ? plain : null,
      }
    },
    missing(path, facility) {
      const parent = plainPath(path).replace(/\/[^/]*$/, '')
      const title = Object.entries(missingTitles).find(([list]) => list === parent)?.[1]
      return { ...site.text(path, facility), title, canonicalPath: null }
    },
  }
  return site
}

/**
 * Without slashes at its end. Not by a regular expression, which would look for the end from each slash: a path of 15,000
 * took half a second.
 */
function plainPath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** A page's name, which does not depend on the facility's data; `mode` is the `mode` of its query. */
export function titleOf(path: string, mode = ''): string | undefined {
  const named = Object.entries(path === '/auth' ? authTitles : {}).find(([known]) => known === mode)
  const titles = Object.entries({ ...pageTitles, ...staffPageTitles })
  return (named ?? titles.find(([known]) => known === path))?.[1]
}
