import type { Role } from '../../../shared/contract/fields.ts'

/** A page in the navigation. */
export interface NavPage {
  label: string
  to: string
}

/** A heading in the navigation that opens a list of pages. */
export interface NavGroup {
  label: string
  pages: NavPage[]
}

export type NavItem = NavPage | NavGroup

/** The navigation of spec 1 §2.2, in its order. */
const mainItems: NavItem[] = [
  { label: 'Home', to: '/' },
  { label: 'Book Cage', to: '/book-cage' },
  {
    label: 'Training',
    pages: [
      { label: 'Coaches', to: '/coaches' },
      { label: 'Camps', to: '/camps' },
      { label: 'Classes', to: '/classes' },
    ],
  },
  { label: 'Membership', to: '/membership' },
  { label: 'Contact', to: '/contact' },
]

const termsPage: NavPage = { label: 'Terms', to: '/terms' }

const adminPanel: NavPage = { label: 'Admin Panel', to: '/admin' }

const rolePages: Partial<Record<Role, NavPage>> = {
  admin: adminPanel,
  desk: adminPanel,
  coach: { label: 'Coach Dashboard', to: '/coach-dashboard' },
}

export function isGroup(item: NavItem): item is NavGroup {
  return 'pages' in item
}

/** The main navigation with what exists: a group goes when none of its pages does. */
export function mainNavigation(exists: (path: string) => boolean): NavItem[] {
  return mainItems.flatMap<NavItem>((item) => {
    if (!isGroup(item)) return exists(item.to) ? [item] : []
    const pages = item.pages.filter((page) => exists(page.to))
    return pages.length > 0 ? [{ ...item, pages }] : []
  })
}

/** The footer's quick links: all pages without grouping, and the terms, which are found here only. */
export function quickLinks(exists: (path: string) => boolean): NavPage[] {
  const pages = mainNavigation(exists).flatMap((item) => (isGroup(item) ? item.pages : [item]))
  return exists(termsPage.to) ? [...pages, termsPage] : pages
}

/** The page that customers do not see in the navigation, if it exists. */
export function rolePage(role: Role, exists: (path: string) => boolean): NavPage | undefined {
  const page = rolePages[role]
  return page && exists(page.to) ? page : undefined
}
