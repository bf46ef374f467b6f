import type { Facility } from '../../shared/contract/facility.ts'
import { authTitles, pageTitles, staffPageTitles } from '../../shared/domain/pageTitles.ts'
import type { NamedPages } from './namedPages.ts'

/** What a page is about, for people who find it by searching or in a message. */
export interface PageText {
  /** The page's own name; home has none. */
  readonly title: string | undefined
  readonly description: string
  /** The one address that the page is known by; null for pages that no search engine should list. */
  readonly canonicalPath: string | null
  /** What the page shows, in schema.org's terms, for the site at an origin. */
  listing?(origin: string): object
}

/** The public pages of one feature; the composition root registers them (server/features.ts). */
export interface SitePages {
  /** Descriptions of the pages that search engines may list, by path. */
  readonly described: Readonly<Record<string, (facility: Facility) => string>>
  /** A page for each thing of one kind, such as each camp. */
  readonly named?: NamedPages
  /** Paths of the API from which the pages are made: search engines run the pages before they read them. */
  readonly reads: readonly string[]
}

/** The public pages of all features. */
export interface Site {
  /** Whether the web app has a page at a path; any other leads home (spec 1 §2.1). Must match `web/routes`. */
  isPage(path: string): boolean
  /** The pages that search engines may list, home first, without those of single things. */
  readonly publicPaths: readonly string[]
  /** The same for single things, as they are now. */
  namedPaths(): Promise<string[]>
  /** Paths of the API from which the public pages are made. */
  readonly reads: readonly string[]
  /** What the page at a path is about; 'nothing' where the thing that it names does not exist. */
  describe(path: string, facility: Facility): Promise<PageText | 'nothing' | null>
  /** The text of a page that is not named after a thing. Personal pages, and addresses that lead home, are not listed. */
  text(path: string, facility: Facility, mode?: string): PageText
  /** The facility in schema.org's terms, on every page. */
  facilityListing(facility: Facility, origin: string): object
}

/** @param features home's feature first. */
export function createSite(features: readonly SitePages[], facilityListing: Site['facilityListing']): Site {
  const described: SitePages['described'] = Object.assign({}, ...features.map((pages) => pages.described))
  const kinds = features.flatMap(({ named }) => named ?? [])
  const parents = kinds.map(({ parent }) => parent)
  return {
    facilityListing,
    publicPaths: Object.keys(described),
    reads: features.flatMap(({ reads }) => reads),
    namedPaths: async () => (await Promise.all(kinds.map((kind) => kind.paths()))).flat(),
    isPage(path) {
      const plain = plainPath(path).toLowerCase()
      const [, parent = ''] = /^(\/[^/]+)\/[^/]+$/.exec(plain) ?? []
      if (plain === '/' || parents.includes(parent)) return true
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
  }
}

const plainPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/** A page's name, which does not depend on the facility's data; `mode` is that of its address. */
export function titleOf(path: string, mode = ''): string | undefined {
  const named = Object.entries(path === '/auth' ? authTitles : {}).find(([known]) => known === mode)
  const titles = Object.entries({ ...pageTitles, ...staffPageTitles })
  return (named ?? titles.find(([known]) => known === path))?.[1]
}
