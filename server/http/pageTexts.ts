import type { Facility } from '../../shared/contract/facility.ts'
import { formatHoursLines } from '../../shared/domain/openingHours.ts'
import { authTitles, pageTitles, staffPageTitles } from '../../shared/domain/pageTitles.ts'

/** What a page is about, for whoever finds it by searching or in a message. */
export interface PageText {
  /** The page's own name; home has none. */
  readonly title: string | undefined
  readonly description: string
  /** The one address that the page is known by; null for pages that no search engine should list. */
  readonly canonicalPath: string | null
  /** What the page shows, in schema.org's terms, for the site at an origin. */
  listing?(origin: string): object
}

const place = ({ city, state }: Facility): string => `${city}, ${state}`

const descriptions: Readonly<Record<string, (facility: Facility) => string>> = {
  '/': (facility) =>
    `Batting cages by the half hour and private lessons in ${place(facility)}. See what is free and book yours in a minute.`,
  '/book-cage': (facility) =>
    `See which batting cages at ${facility.name} are free, half hour by half hour, and book yours in a minute.`,
  '/coaches': (facility) =>
    `Meet the baseball and softball coaches of ${facility.name} in ${place(facility)} and book a private lesson.`,
  '/camps': (facility) =>
    `Baseball and softball camps at ${facility.name} in ${place(facility)}: dates, ages, prices and the spots that are left.`,
  '/classes': (facility) =>
    `Weekly baseball and softball classes in small groups at ${facility.name} in ${place(facility)}: book the sessions that suit you.`,
  '/membership': (facility) =>
    `Founders Unlimited at ${facility.name} in ${place(facility)}: unlimited cage time for one monthly price, month-to-month.`,
  '/contact': (facility) =>
    `${facility.street_address}, ${place(facility)}. Call ${facility.phone} or write to us. ${formatHoursLines(facility.opening_hours).join('. ')}.`,
  '/terms': (facility) =>
    `The facility rules, waiver and other terms that everyone who trains at ${facility.name} agrees to.`,
}

/** The pages under which each coach, camp and class has its own page. */
const named = ['/book-coach', '/camps', '/classes']

/** Whether the web app has a page at a path; any other leads home (spec 1 §2.1). Must match `web/routes`. */
export function isPage(path: string): boolean {
  const plain = plainPath(path).toLowerCase()
  const [, parent = ''] = /^(\/[^/]+)\/[^/]+$/.exec(plain) ?? []
  return plain === '/' || named.includes(parent) || (plain !== '/book-coach' && titleOf(plain) !== undefined)
}

const plainPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/** The pages that search engines may list and that the sitemap names, home first. */
export const publicPaths: readonly string[] = Object.keys(descriptions)

/** The text of the page at a path. Pages of one's own, and addresses that lead home, are not for search engines. */
export function pageText(path: string, facility: Facility, mode?: string): PageText {
  const plain = plainPath(path)
  const describe = descriptions[plain]
  return {
    title: titleOf(plain, mode),
    description: (describe ?? descriptions['/'])?.(facility) ?? '',
    canonicalPath: describe ? plain : null,
  }
}

/** A page's name, which does not depend on the facility's data; `mode` is that of its address. */
export function titleOf(path: string, mode = ''): string | undefined {
  const named = Object.entries(path === '/auth' ? authTitles : {}).find(([known]) => known === mode)
  const titles = Object.entries({ ...pageTitles, ...staffPageTitles })
  return (named ?? titles.find(([known]) => known === path))?.[1]
}
