import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, Suspense, useEffect } from 'react'
import { lazyExtra } from '../../../ui/lazyExtra.ts'
import { useKeptDisclosure } from '../../staff/useKeptDisclosure.ts'
import type { StaffSearchProps } from './StaffSearch.tsx'

const load = () => import('./StaffSearch.tsx')
const StaffSearch = lazyExtra<StaffSearchProps>(load)

/**
 * The search of everything, opened by Ctrl+K or Cmd+K from anywhere in the back office, also from within a field. Its code
 * is loaded once the page is there.
 */
export function useStaffSearch(): { open: () => void; search: ReactNode } {
  const [opened, { open, close, toggle }] = useKeptDisclosure('search')
  useHotkeys([['mod+K', toggle]], [], true)
  // A failed download is tried again when the search is opened.
  useEffect(() => void load().catch(() => undefined), [])
  return {
    open,
    search: (
      <Suspense fallback={null}>
        <StaffSearch opened={opened} onClose={close} />
      </Suspense>
    ),
  }
}
