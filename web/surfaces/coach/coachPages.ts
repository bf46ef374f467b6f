import { IconCalendarPlus, IconClipboardList, IconClockHour4, IconLayoutDashboard } from '@tabler/icons-react'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type CoachTab, coachTabs } from '../../components/staff/coachTab.ts'
import type { MenuPage } from '../staff/SideMenu.tsx'

/** The tabs' names and icons (spec 3 §2). */
export const tabLooks: Record<CoachTab, Pick<MenuPage, 'label' | 'Icon'>> = {
  dashboard: { label: 'Dashboard', Icon: IconLayoutDashboard },
  bookings: { label: 'Bookings', Icon: IconClipboardList },
  'book-client': { label: 'Book Client', Icon: IconCalendarPlus },
  availability: { label: 'Availability', Icon: IconClockHour4 },
}

/** The tab that is open; undefined beside the dashboard, on /coach-setup. */
export function useCoachTab(): CoachTab | undefined {
  const isDashboard = useLocation({ select: ({ pathname }) => pathname.startsWith('/coach-dashboard') })
  const { tab = 'dashboard' } = useSearch({ strict: false })
  return isDashboard ? coachTabs.find((known) => known === tab) : undefined
}

/** The tabs as a menu lists them. The first has the plain address. */
export const coachPages = (open: CoachTab | undefined): MenuPage[] =>
  coachTabs.map((tab) => ({
    ...tabLooks[tab],
    to: '/coach-dashboard',
    tab: { search: { tab: tab === 'dashboard' ? undefined : tab }, isOpen: tab === open },
  }))
