import type { Role } from '../../../shared/contract/fields.ts'
import type { FileRouteTypes } from '../../routeTree.gen.ts'

/** A page in the navigation: one that has a route. */
export interface NavPage {
  label: string
  to: FileRouteTypes['to']
}

/** A heading in the navigation that opens a list of pages. */
export interface NavGroup {
  label: string
  pages: NavPage[]
}

export type NavItem = NavPage | NavGroup

export const isGroup = (item: NavItem): item is NavGroup => 'pages' in item

/** The navigation of spec 1 §2.2, in its order. */
export const mainNavigation: NavItem[] = [
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

const adminPanel: NavPage = { label: 'Admin Panel', to: '/admin' }

/** The pages that customers do not see in the navigation. */
export const rolePages: Partial<Record<Role, NavPage>> = {
  admin: adminPanel,
  desk: adminPanel,
  coach: { label: 'Coach Dashboard', to: '/coach-dashboard' },
}

/** The footer's quick links: all pages without grouping, and the terms, which are found here only. */
export const quickLinks: NavPage[] = [
  ...mainNavigation.flatMap((item) => (isGroup(item) ? item.pages : [item])),
  { label: 'Terms', to: '/terms' },
]
