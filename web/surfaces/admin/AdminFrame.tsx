import { UnstyledButton } from '@mantine/core'
import {
  IconCalendarPlus,
  IconCalendarWeek,
  IconCash,
  IconDots,
  IconHome,
  IconKeyboard,
  IconPlus,
  IconSearch,
  IconShoppingBag,
  IconWalk,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { staffPageTitles } from '../../../shared/domain/facility/staffPageTitles.ts'
import { useLiveQueries } from '../../api/live.ts'
import { read } from '../../api/read.ts'
import { useSession } from '../../api/session.ts'
import { MissingSetUp, type SetUpPart } from '../../components/staff/MissingSetUp.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { TakePaymentDialog } from '../../features/payments/staff/TakePayment.tsx'
import { KeysDialog } from '../../features/schedule/staff/KeysDialog.tsx'
import { useKeysWanted } from '../../features/schedule/staff/scheduleKeys.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { PagePending } from '../PagePending.tsx'
import { BottomBar } from '../staff/BottomBar.tsx'
import type { MenuPage } from '../staff/SideMenu.tsx'
import { StaffFrame } from '../staff/StaffFrame.tsx'
import { useKeptDisclosure } from '../staff/useKeptDisclosure.ts'
import classes from './AdminFrame.module.css'
import { adminNavigation } from './adminNavigation.ts'
import { SearchButton } from './search/SearchButton.tsx'
import { useStaffSearch } from './search/useStaffSearch.tsx'

/** The back office around a page (spec 3 §2, Admin sidebar); on a phone with a bar at the bottom. */
export function AdminFrame({ children }: { children: ReactNode }) {
  usePageTitle(useStaffTitle())
  const { open, search } = useStaffSearch()
  const news = useNewMessages()
  const [showsKeys, keys] = useKeptDisclosure('keys')
  const [isAdding, adding] = useKeptDisclosure('add')
  const [isSelling, till] = useKeptDisclosure('till')
  const [wantsKeys, setWantsKeys] = useKeysWanted()
  const counted = (page: MenuPage) => (news && page.to === '/admin/messages' ? { ...page, news } : page)
  return (
    <StaffFrame
      path="/admin"
      label="Admin"
      pages={({ role }) => adminNavigation(role).map(counted)}
      storageKey="admin-menu-collapsed"
      menuTool={(collapsed) => <SearchButton icon={collapsed} onPress={open} />}
      ownActions={[{ label: 'Keyboard Shortcuts', Icon: IconKeyboard, onSelect: keys.open }]}
      strip={(openMenu) => (
        <BottomBar
          label="Quick access"
          items={[
            { label: 'Today', to: '/admin/dashboard', Icon: IconHome },
            { label: 'Schedule', to: '/admin/schedule', Icon: IconCalendarWeek },
            { label: 'Add', Icon: IconPlus, onSelect: adding.open, primary: true },
            { label: 'Search', Icon: IconSearch, onSelect: open },
            {
              ...{ label: 'More', Icon: IconDots, onSelect: openMenu },
              news: news === undefined ? undefined : { count: news, of: 'new messages' },
            },
          ]}
        />
      )}
    >
      <MissingSetUp parts={useNeededParts()} />
      {children}
      {search}
      <AddSheet opened={isAdding} onClose={adding.close} onSell={till.open} />
      <TakePaymentDialog sells={isSelling} onClose={till.close} />
      <KeysDialog opened={showsKeys} onClose={keys.close} wanted={wantsKeys} onWanted={setWantsKeys} />
    </StaffFrame>
  )
}

interface AddSheetProps {
  opened: boolean
  onClose: () => void
  /** Opens the till for nobody. */
  onSell: () => void
}

/** What the desk begins with a phone in one hand; to take a payment, whose it is of those that are owed today. */
const AddSheet = ({ opened, onClose, onSell }: AddSheetProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add">
    <Stack as="ul" gap={4} className={classes.adds}>
      <li>
        <Link to="/admin/dashboard" hash="free-now" onClick={onClose}>
          <IconWalk size="1.5rem" aria-hidden /> Walk-In
        </Link>
      </li>
      <li>
        <Link to="/admin/bookings" search={{ create: true }} onClick={onClose}>
          <IconCalendarPlus size="1.5rem" aria-hidden /> Booking
        </Link>
      </li>
      <li>
        <Link to="/admin/bookings" search={{ range: 'today', status: 'pending payment' }} onClick={onClose}>
          <IconCash size="1.5rem" aria-hidden /> Take Payment
        </Link>
      </li>
      <li>
        <UnstyledButton
          onClick={() => {
            onClose()
            onSell()
          }}
        >
          <IconShoppingBag size="1.5rem" aria-hidden /> Sell Goods
        </UnstyledButton>
      </li>
    </Stack>
  </Dialog>
)

/** As many as the menu counts; more read '9+'. */
const mostCounted = 9
const newMessagesQuery = read('GET /api/admin/contact-messages', {
  state: 'new',
  page_size: String(mostCounted + 1),
})

/** How many visitors' messages nobody has answered yet, as the menu says it; undefined where there are none. */
function useNewMessages(): string | undefined {
  const session = useSession()
  const isStaff = session.status === 'signed-in' && ['admin', 'desk'].includes(session.profile.role)
  const count = useQuery({ ...newMessagesQuery, enabled: isStaff }).data?.items.length ?? 0
  useLiveQueries(isStaff ? { messages: [newMessagesQuery.queryKey] } : {})
  if (!isStaff || count === 0) return undefined
  return count > mostCounted ? `${mostCounted}+` : String(count)
}

/** What each page, with those below it, has nothing to show without. The dashboard has the whole list of what is left to do. */
const neededParts: Readonly<Record<string, readonly SetUpPart[]>> = {
  '/admin/bookings': ['hours', 'cages'],
  '/admin/schedule': ['hours', 'cages'],
  '/admin/users': ['name', 'contact'],
  // Its own list says that there are no coaches.
  '/admin/coaches': ['cages'],
  '/admin/payments': ['cages'],
  '/admin/receipts': ['name', 'contact'],
  '/admin/camps': ['cages', 'coaches'],
  '/admin/classes': ['cages', 'coaches'],
  '/admin/membership': ['membership'],
  '/admin/messages': ['name', 'contact'],
  // A facility may do without coaches and members.
  '/admin/settings': ['name', 'contact', 'hours', 'cages'],
}

const useNeededParts = (): readonly SetUpPart[] =>
  useLocation({
    select: ({ pathname }) => neededParts[pathname.split('/').slice(0, 3).join('/')] ?? noParts,
  })
const noParts: readonly SetUpPart[] = []

/** The frame while its first page is on the way. */
export const AdminFramePending = () => (
  <AdminFrame>
    <PagePending />
  </AdminFrame>
)

/** The name of the page, or of the list that a detail page belongs to. */
function useStaffTitle(): string | undefined {
  return useLocation({
    select: ({ pathname }) => {
      const [path] = Object.keys(staffPageTitles)
        .filter((known) => `${pathname}/`.startsWith(`${known}/`))
        .sort((one, other) => other.length - one.length)
      return path && staffPageTitles[path]
    },
  })
}
