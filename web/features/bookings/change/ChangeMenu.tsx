import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Change } from '../../../../shared/contract/changes.ts'
import type { Facility } from '../../../../shared/contract/facility.ts'
import { epochMs } from '../../../../shared/domain/time.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { ChangeActions } from './ChangeActions.tsx'
import { offersChange } from './changeTexts.ts'

const TooLate = lazy(() => import('./TooLate.tsx'))

/** What the dialogs of a change are told. */
export interface ChangeDialogProps {
  facility: Facility
  opened: boolean
  onClose: () => void
  /** The cut-off has passed since the page was loaded. */
  onTooLate: () => void
}

interface ChangeMenuProps {
  change: Change
  /** What it is, in a sentence: 'Cage 2, Tue Nov 24, 4:00 PM'. */
  name: string
  renderMove: (dialog: ChangeDialogProps) => ReactNode
  renderCancel: (dialog: ChangeDialogProps) => ReactNode
}

type Opened = 'move' | 'cancel' | 'late' | null

/**
 * Move and Cancel on the card of something that is coming up. Nothing for what is over or canceled; after the cut-off the
 * buttons say why not and whom to call. A dialog is downloaded when it is first needed.
 */
export function ChangeMenu({ change, name, renderMove, renderCancel }: ChangeMenuProps) {
  const facility = useQuery(facilityQuery).data
  const [opened, setOpened] = useState<Opened>(null)
  const [needed, setNeeded] = useState<readonly Opened[]>([])
  if (opened && !needed.includes(opened)) setNeeded([...needed, opened])
  useFocusReturn(opened !== null)
  if (!facility || (!offersChange(change) && opened === null)) return null

  const isLate = () => !change.allowed || Date.now() >= epochMs(change.until)
  const dialog = (which: Opened): ChangeDialogProps => ({
    facility,
    opened: opened === which,
    onClose: () => setOpened(null),
    onTooLate: () => setOpened('late'),
  })
  return (
    <>
      <ChangeActions
        name={name}
        onMove={() => setOpened(isLate() ? 'late' : 'move')}
        onCancel={() => setOpened(isLate() ? 'late' : 'cancel')}
      />
      <Suspense>
        {needed.includes('move') && renderMove(dialog('move'))}
        {needed.includes('cancel') && renderCancel(dialog('cancel'))}
        {needed.includes('late') && <TooLate {...dialog('late')} name={name} until={change.until} />}
      </Suspense>
    </>
  )
}

/** Gives the focus back to the button that opened a dialog, or to the page where that button has gone. */
function useFocusReturn(opened: boolean): void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (opened) {
      opener.current ??= document.activeElement
      return
    }
    const { current } = opener
    opener.current = null
    if (!(current instanceof HTMLElement)) return
    const target = current.isConnected ? current : document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }, [opened])
}
