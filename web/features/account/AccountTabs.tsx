import { Tabs } from '@mantine/core'
import {
  IconBallBaseball,
  IconCalendarEvent,
  IconLayoutDashboard,
  IconReceipt,
  IconTent,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import { useLiveAccount } from '../../api/livePages.ts'
import listClasses from './AccountList.module.css'
import classes from './AccountTabs.module.css'
import { type AccountTab, accountTabs } from './accountSearch.ts'
import { BookingsTab, LessonsTab } from './BookingTabs.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { PaymentsTab } from './payments/PaymentsTab.tsx'
import { ProfileTab } from './profile/ProfileTab.tsx'
import { CampsTab, ClassesTab } from './RegistrationTabs.tsx'

const looks: Record<
  AccountTab,
  { label: string; Icon: typeof IconTent; Panel: ComponentType<{ profile: Profile }> }
> = {
  overview: { label: 'Overview', Icon: IconLayoutDashboard, Panel: OverviewTab },
  classes: { label: 'Classes', Icon: IconUsersGroup, Panel: ClassesTab },
  lessons: { label: 'Lessons', Icon: IconBallBaseball, Panel: LessonsTab },
  bookings: { label: 'Bookings', Icon: IconCalendarEvent, Panel: BookingsTab },
  camps: { label: 'Camps', Icon: IconTent, Panel: CampsTab },
  payments: { label: 'Payments', Icon: IconReceipt, Panel: PaymentsTab },
  profile: { label: 'Profile', Icon: IconUserCircle, Panel: ProfileTab },
}

/**
 * The tabs and the open one. The arrow keys move along the tabs and Enter opens one, so that moving along does not load
 * each of them.
 */
export function AccountTabs({ tab, profile }: { tab: AccountTab; profile: Profile }) {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useShownTab(list, tab)
  useFocusOnPanel(panel, tab)
  useLiveAccount()
  const { Panel } = looks[tab]
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => {
        const known = accountTabs.find((one) => one === chosen)
        if (known) void navigate({ to: '/account', search: { tab: known } })
      }}
      activateTabWithKeyboard={false}
      classNames={{ tab: classes.tab ?? '', list: classes.list ?? '', tabLabel: classes.label ?? '' }}
    >
      <div className={classes.strip}>
        <Tabs.List ref={list} aria-label="My Account">
          {accountTabs.map((one) => {
            const { label, Icon } = looks[one]
            return (
              <Tabs.Tab key={one} value={one} leftSection={<Icon size={20} aria-hidden />}>
                {label}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
      </div>
      <Tabs.Panel ref={panel} value={tab} tabIndex={-1} className={listClasses.page}>
        <Panel profile={profile} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** On a phone the strip is wider than the screen: the open tab is brought to its middle. */
function useShownTab(list: React.RefObject<HTMLDivElement | null>, tab: AccountTab): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab is what moves
  useLayoutEffect(() => {
    const strip = list.current
    const open = strip?.querySelector<HTMLElement>('[aria-selected=true]')
    if (strip && open) strip.scrollLeft = open.offsetLeft - (strip.clientWidth - open.clientWidth) / 2
  }, [list, tab])
}

/** A link in a tab, such as 'View all', opens another tab: the focus moves to its panel. */
function useFocusOnPanel(panel: React.RefObject<HTMLDivElement | null>, tab: AccountTab): void {
  const before = useRef(tab)
  useEffect(() => {
    if (before.current !== tab && document.activeElement === document.body) {
      panel.current?.focus({ preventScroll: true })
    }
    before.current = tab
  }, [panel, tab])
}
