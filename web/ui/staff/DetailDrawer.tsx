import { Drawer, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Stack } from '../layout.tsx'
import { toastPlace } from '../toastPlace.ts'
import { useDialogStack } from '../useDialogStack.ts'
import classes from './DetailDrawer.module.css'
import { ErrorAlert } from './ErrorAlert.tsx'

interface DetailDrawerProps<Details> {
  /** Which row it is about; undefined: it is closed. */
  of: string | undefined
  onClose: () => void
  title: string
  /** The details, as they are loaded. */
  query: UseQueryResult<Details>
  /** What is said when they could not be. */
  failure: string
  children: (details: Details) => ReactNode
}

/**
 * The details of a row beside its list; on a phone they cover it. Which row is open is in the page's address, so Back closes
 * it. The focus returns to the row.
 */
export function DetailDrawer<Details>(props: DetailDrawerProps<Details>) {
  const { of, onClose, title, query, failure, children } = props
  const { portalProps } = useDialogStack(of !== undefined, onClose)
  return (
    <Drawer.Root
      opened={of !== undefined}
      onClose={onClose}
      closeOnEscape={false}
      portalProps={portalProps}
      position="right"
      size="30rem"
      // The style element by which Mantine stops the page from scrolling has no nonce; the style sheet does it.
      lockScroll={false}
      transitionProps={{ exitDuration: 0 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
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
            <Stack gap="sm" aria-busy="true" className={classes.pending}>
              <p role="status">Loading details...</p>
              <Skeleton height={20} width="70%" />
              <Skeleton height={20} width="45%" />
              <Skeleton height={140} />
            </Stack>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
