import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyExtra } from '../../../ui/lazyExtra.ts'
import { useKeptDisclosure } from '../../staff/useKeptDisclosure.ts'
import type { StaffSearchProps } from './StaffSearch.tsx'
import classes from './useStaffSearch.module.css'

const load = () => import('./StaffSearch.tsx')
const StaffSearch = lazyExtra<StaffSearchProps>(load)

const focus = (field: HTMLInputElement | null) => field?.focus()

/**
 * The search of everything, opened by Ctrl+K or Cmd+K from anywhere in the back office, also from within a field. Its code
 * is loaded once the page is there; what is typed before that is kept.
 */
export function useStaffSearch(): { open: () => void; search: ReactNode } {
  const [opened, { open, close }] = useKeptDisclosure('search')
  const [early, setEarly] = useState('')
  // Its own field has had the focus. Until then the early one keeps it: keys that are struck in between go nowhere else.
  const [isThere, setThere] = useState(false)
  const end = () => {
    setEarly('')
    close()
  }
  useHotkeys([['mod+K', opened ? end : open]], [], true)
  // A failed download is tried again when the search is opened.
  useEffect(() => void load().catch(() => undefined), [])
  return {
    open,
    search: (
      <>
        {opened && !isThere && (
          <input
            ref={focus}
            className={classes.early}
            aria-label="Search everything"
            placeholder="Name, phone, booking, receipt or page"
            maxLength={100}
            value={early}
            onChange={({ currentTarget }) => setEarly(currentTarget.value)}
            onKeyDown={({ key }) => key === 'Escape' && end()}
          />
        )}
        <Suspense>
          <StaffSearch opened={opened} early={early} onClose={end} onThere={() => setThere(true)} />
        </Suspense>
      </>
    ),
  }
}
