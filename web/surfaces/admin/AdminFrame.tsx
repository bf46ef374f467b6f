import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { staffPageTitles } from '../../../shared/domain/facility/staffPageTitles.ts'
import { useLiveQueries } from '../../api/live.ts'
import { read } from '../../api/read.ts'
import { useSession } from '../../api/session.ts'
import { MissingSetUp, type SetUpPart } from '../../components/staff/MissingSetUp.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { PagePending } from '../PagePending.tsx'
import type { MenuPage } from '../staff/SideMenu.tsx'
import { StaffFrame } from '../staff/StaffFrame.tsx'
import { adminNavigation } from './adminNavigation.ts'
import { SearchButton } from './search/SearchButton.tsx'
import { useStaffSearch } from './search/useStaffSearch.tsx'

/** The back office around a page (spec 3 §2, Admin sidebar). */
export function AdminFrame({ children }: { children: ReactNode }) {
  usePageTitle(useStaffTitle())
  const { open, search } = useStaffSearch()
  const counted = useCountedPages()
  return (
    <StaffFrame
      path="/admin"
      label="Admin"
      pages={({ role }) => adminNavigation(role).map(counted)}
      storageKey="admin-menu-collapsed"
      menuTool={(collapsed) => <SearchButton icon={collapsed} onPress={open} />}
      barTools={<SearchButton icon onPress={open} />}
    >
      <MissingSetUp parts={useNeededParts()} />
      {children}
      {search}
    </StaffFrame>
  )
}

/** As many as the menu counts; more read '9+'. */
const mostCounted = 9
const newMessagesQuery = read('GET /api/admin/contact-messages', {
  state: 'new',
  page_size: String(mostCounted + 1),
})

/** Gives the menu's Messages the number of visitors' messages that nobody has answered yet. */
function useCountedPages(): (page: MenuPage) => MenuPage {
  const session = useSession()
  const isStaff = session.status === 'signed-in' && ['admin', 'desk'].includes(session.profile.role)
  const count = useQuery({ ...newMessagesQuery, enabled: isStaff }).data?.items.length ?? 0
  useLiveQueries(isStaff ? { messages: [newMessagesQuery.queryKey] } : {})
  if (!isStaff || count === 0) return (page) => page
  const news = count > mostCounted ? `${mostCounted}+` : String(count)
  return (page) => (page.to === '/admin/messages' ? { ...page, news } : page)
}

const allParts: readonly SetUpPart[] = ['name', 'contact', 'hours', 'cages', 'coaches', 'membership']

/** What each page, with those below it, has nothing to show without. The dashboard has the whole list of what is left to do. */
const neededParts: Readonly<Record<string, readonly SetUpPart[]>> = {
  '/admin/bookings': ['hours', 'cages'],
  '/admin/schedule': ['hours', 'cages'],
  '/admin/users': ['name', 'contact'],
  '/admin/coaches': ['coaches', 'cages'],
  '/admin/payments': ['cages'],
  '/admin/receipts': ['name', 'contact'],
  '/admin/camps': ['cages', 'coaches'],
  '/admin/classes': ['cages', 'coaches'],
  '/admin/membership': ['membership'],
  '/admin/messages': ['name', 'contact'],
  '/admin/settings': allParts,
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
