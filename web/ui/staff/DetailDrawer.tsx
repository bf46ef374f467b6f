import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { Drawer, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { toastPlace } from '../toastPlace.ts'
import { useTopmost } from '../useTopmost.ts'
import classes from './DetailDrawer.module.css'
import { ErrorAlert } from './ErrorAlert.tsx'

interface DetailDrawerProps<Details> {
  opened: boolean
  onClose: () => void
  title: string
  /** The details, as they are loaded. */
  query: UseQueryResult<Details>
  /** What is said when they could not be. */
  failure: string
  /** A dialog stands before it: Escape closes that one alone. */
  covered?: boolean
  children: (details: Details) => ReactNode
}

/**
 * The details of a row beside its list; on a phone they cover it. Which row is open is in the page's address, so Back closes
 * it. The focus returns to the row.
 */
export function DetailDrawer<Details>(props: DetailDrawerProps<Details>) {
  const { opened, onClose, title, query, failure, covered = false, children } = props
  useTopmost(opened, onClose)
  const rememberFocus = useFocusBeneath(covered)
  useFocusReturn(opened)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      trapFocus={!covered}
      position="right"
      size="30rem"
      // The style element by which Mantine stops the page from scrolling has no nonce; the style sheet does it.
      lockScroll={false}
      transitionProps={{ exitDuration: 0 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content onFocusCapture={rememberFocus}>
        {/* Not Drawer.Header: its <header> would count as a second banner of the page. */}
        <div className={classes.top}>
          <div className={classes.head}>
            <Drawer.Title className={classes.title ?? ''}>{title}</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" size="lg" className={classes.close ?? ''} />
          </div>
          <div ref={toastPlace} data-toast-place />
        </div>
        <Drawer.Body>
          {query.data ? (
            children(query.data)
          ) : query.error ? (
            <ErrorAlert error={query.error} text={failure} onRetry={() => void query.refetch()} />
          ) : (
            <div aria-busy="true" className={classes.pending}>
              <p role="status">Loading details...</p>
              <Skeleton height={20} width="70%" />
              <Skeleton height={20} width="45%" />
              <Skeleton height={140} radius="md" />
            </div>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Longer than Mantine takes to put the focus on the drawer's first button when its trap is set again. */
const SETTLED_MS = 50

/**
 * Returns the focus to what opened the drawer. Mantine does it too, but takes the drawer's own button for the opener once a
 * dialog has stood before it.
 */
function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      setTimeout(() => {
        // On the page as a whole: nothing else has taken it.
        const isLost = opener !== null && document.activeElement?.contains(opener)
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      }, SETTLED_MS)
    }
  }, [opened])
}

/**
 * When what stood before the drawer is closed, the focus returns to where it was in the drawer.
 *
 * @returns the drawer's listener, which remembers where the focus is.
 */
function useFocusBeneath(covered: boolean): (event: FocusEvent<HTMLElement>) => void {
  const last = useRef<EventTarget | null>(null)
  useLayoutEffect(() => {
    const { current } = last
    if (covered || !(current instanceof HTMLElement)) return
    const timer = setTimeout(() => current.focus({ preventScroll: true }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [covered])
  return ({ currentTarget, target }) => {
    // Dialogs that its content opens are elsewhere in the page.
    if (currentTarget.contains(target)) last.current = target
  }
}
