import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { formatMoment } from '../../../shared/domain/bookings/changeWords.ts'
import { lazyExtra } from '../../ui/lazyExtra.ts'
import { useOnline } from '../../ui/useOnline.ts'
import { useAskedItem } from './askedItem.ts'
import type { ChangeDialogProps, ConfirmCancelProps } from './ChangeDialogs.tsx'
import classes from './ChangeMenu.module.css'

const loadDialogs = () => import('./ChangeDialogs.tsx')
const ConfirmCancel = lazyExtra(async () => ({ default: (await loadDialogs()).ConfirmCancel }))
const TooLate = lazyExtra(async () => ({ default: (await loadDialogs()).TooLate }))

interface ChangeMenuProps extends Pick<ConfirmCancelProps, 'facility' | 'booked' | 'cancel' | 'again'> {
  /** Move is not offered without it. */
  renderMove?: (dialog: ChangeDialogProps) => ReactNode
}

/**
 * Move and Cancel on the card of something that is coming up, until its cut-off. A link that asks for them later, or a press
 * after it has passed, explains why not and gives the number to call. A dialog is downloaded when it is first needed.
 */
export function ChangeMenu({ facility, booked, renderMove, cancel, again }: ChangeMenuProps) {
  const asked = useAskedVerb(booked.id)
  const online = useOnline()
  const [opened, setOpened] = useState<'Move' | 'Cancel' | 'late' | null>(() => {
    if (asked === null) return null
    return booked.change.allowed ? asked.verb : 'late'
  })
  const opener = useRef<HTMLElement>(null)
  useFocusReturn(opened !== null, opener)

  const { change, title, start } = booked
  const dialog: ChangeDialogProps = {
    facility,
    booked,
    onClose: () => {
      setOpened(null)
      asked?.onDone()
    },
    onTooLate: () => setOpened('late'),
  }
  const button = (verb: 'Move' | 'Cancel') => (
    <button
      type="button"
      className={classes.action}
      ref={(element) => {
        // A dialog that a link opened gives the focus back to the button that would have opened it.
        if (asked?.verb === verb) opener.current ??= element
      }}
      // Nothing can be changed, and the dialog may not be here yet. The page says that it is offline.
      disabled={!online}
      aria-label={`${verb}: ${title}, ${formatMoment(start, facility.time_zone)}`}
      onClick={({ currentTarget }) => {
        opener.current = currentTarget
        setOpened(verb)
      }}
    >
      {verb}
    </button>
  )
  return (
    <>
      {change.allowed && renderMove && button('Move')}
      {change.allowed && button('Cancel')}
      <Suspense>
        {opened === 'Move' && renderMove?.(dialog)}
        {opened === 'Cancel' && <ConfirmCancel {...dialog} cancel={cancel} again={again} />}
        {opened === 'late' && <TooLate {...dialog} />}
      </Suspense>
    </>
  )
}

/** The dialog that the address asks for, of this card. */
function useAskedVerb(id: string): { verb: 'Move' | 'Cancel'; onDone: () => void } | null {
  const asked = useAskedItem()
  if (asked?.id !== id || !asked.change) return null
  return { verb: asked.change === 'move' ? 'Move' : 'Cancel', onDone: asked.onDone }
}

/** Gives the focus back to the button that opened a dialog, or to the page once that button has gone with its card. */
function useFocusReturn(opened: boolean, opener: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    if (!opened) opener.current?.focus({ preventScroll: true })
  }, [opened, opener])
  useEffect(
    () => () => {
      if (opener.current && document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true })
    },
    [opener],
  )
}
