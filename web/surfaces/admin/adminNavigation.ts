import {
  IconCalendarWeek,
  IconClipboardList,
  IconCreditCard,
  IconHelp,
  IconHistory,
  IconIdBadge2,
  IconLayoutDashboard,
  IconMail,
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

/** The menu of spec 3 §2, in its order; Membership, Messages and Help are our additions. */
const adminPages: readonly (MenuPage & { to: FileRouteTypes['to'] })[] = [
  { label: 'Dashboard', to: '/admin/dashboard', Icon: IconLayoutDashboard },
  { label: 'Bookings', to: '/admin/bookings', Icon: IconClipboardList },
  { label: 'Schedule', to: '/admin/schedule', Icon: IconCalendarWeek },
  { label: 'Users', to: '/admin/users', Icon: IconUsers },
  { label: 'Coaches', to: '/admin/coaches', Icon: IconUserStar },
  { label: 'Payments', to: '/admin/payments', Icon: IconCreditCard },
  { label: 'Camps', to: '/admin/camps', Icon: IconTent },
  { label: 'Classes', to: '/admin/classes', Icon: IconSchool },
  { label: 'Membership', to: '/admin/membership', Icon: IconIdBadge2 },
  { label: 'Messages', to: '/admin/messages', Icon: IconMail },
  { label: 'Audit Log', to: '/admin/audit-log', Icon: IconHistory },
  { label: 'Settings', to: '/admin/settings', Icon: IconSettings },
  { label: 'Help', to: '/admin/help', Icon: IconHelp },
]

/** The pages of the back office that a role may open. */
export const adminNavigation = (role: Role): MenuPage[] =>
  adminPages.filter(({ to }) => mayOpen(isGuarded(to) ? to : '/admin', role))

const isGuarded = (path: string): path is GuardedPath => Object.hasOwn(guards, path)
