import {
  IconCalendarWeek,
  IconChartBar,
  IconClipboardList,
  IconCreditCard,
  IconHelp,
  IconHistory,
  IconHome,
  IconIdBadge2,
  IconInbox,
  IconSchool,
  IconSettings,
  IconTent,
  IconUserStar,
  IconUsers,
} from '@tabler/icons-react'
import type { Role } from '../../../shared/contract/fields.ts'
import type { FileRouteTypes } from '../../routeTree.gen.ts'
import { type GuardedPath, guards, mayOpen } from '../guards.ts'
import type { MenuPage } from '../staff/SideMenu.tsx'

/** The pages of spec 3 §2 by what one comes for; Membership, Reports, Messages and Help are our additions. */
const adminPages: readonly (MenuPage & { to: FileRouteTypes['to'] })[] = [
  { group: 'Today', label: 'Dashboard', to: '/admin/dashboard', Icon: IconHome },
  { group: 'Today', label: 'Schedule', to: '/admin/schedule', Icon: IconCalendarWeek },
  { group: 'Today', label: 'Messages', to: '/admin/messages', Icon: IconInbox },
  { group: 'Bookings', label: 'Bookings', to: '/admin/bookings', Icon: IconClipboardList },
  { group: 'Bookings', label: 'Payments', to: '/admin/payments', Icon: IconCreditCard },
  { group: 'Bookings', label: 'Users', to: '/admin/users', Icon: IconUsers },
  { group: 'Programs', label: 'Camps', to: '/admin/camps', Icon: IconTent },
  { group: 'Programs', label: 'Classes', to: '/admin/classes', Icon: IconSchool },
  { group: 'Programs', label: 'Membership', to: '/admin/membership', Icon: IconIdBadge2 },
  { group: 'Manage', label: 'Coaches', to: '/admin/coaches', Icon: IconUserStar },
  { group: 'Manage', label: 'Reports', to: '/admin/reports', Icon: IconChartBar },
  { group: 'Manage', label: 'Audit Log', to: '/admin/audit-log', Icon: IconHistory },
  { group: 'Manage', label: 'Settings', to: '/admin/settings', Icon: IconSettings },
  { group: 'Manage', label: 'Help', to: '/admin/help', Icon: IconHelp },
]

/** The pages of the back office that a role may open. */
export const adminNavigation = (role: Role): MenuPage[] =>
  adminPages.filter(({ to }) => mayOpen(isGuarded(to) ? to : '/admin', role))

const isGuarded = (path: string): path is GuardedPath => Object.hasOwn(guards, path)
