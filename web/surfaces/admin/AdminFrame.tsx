import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { staffPageTitles } from '../../../shared/domain/staffPageTitles.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { useKnownRoute } from '../../ui/useKnownRoute.ts'
import { PagePending } from '../PagePending.tsx'
import { StaffFrame } from '../staff/StaffFrame.tsx'
import { adminNavigation } from './adminNavigation.ts'
import { SearchButton } from './search/SearchButton.tsx'
import { useStaffSearch } from './search/useStaffSearch.tsx'

/** The back office around a page (spec 3 §2, Admin sidebar). */
export function AdminFrame({ children }: { children: ReactNode }) {
  const exists = useKnownRoute()
  usePageTitle(useStaffTitle())
  const { open, search } = useStaffSearch()
  return (
    <StaffFrame
      path="/admin"
      label="Admin"
      pages={({ role }) => adminNavigation(role, exists)}
      storageKey="admin-menu-collapsed"
      menuTool={(collapsed) => <SearchButton icon={collapsed} onPress={open} />}
      barTools={<SearchButton icon onPress={open} />}
    >
      {children}
      {search}
    </StaffFrame>
  )
}

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
