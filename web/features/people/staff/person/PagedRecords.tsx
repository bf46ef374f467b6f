import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Grid, Heading, List, Panel, Row } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import type { ListState } from '../../../../ui/staff/listState.ts'
import classes from './PersonParts.module.css'

interface PagedRecordsProps<Item> {
  /** What the list has, e.g. 'Messages'. */
  label: string
  list: ListState<Item>
  keyOf: (item: Item) => string
  /** Said where there is none, with the next step. */
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** A list in a part of the page: rows of any shape, more of them on request. */
export function PagedRecords<Item>({ label, list, keyOf, empty, children }: PagedRecordsProps<Item>) {
  const { rows, error, loadMore } = list
  const problem = error && <ErrorAlert error={error} onRetry={list.reload} />
  if (!rows) return problem ?? <PendingRecords label={label} />
  return (
    <>
      {problem}
      {rows.length === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <List aria-label={label}>
          {rows.map((item) => (
            <Row as="li" apart key={keyOf(item)} className={classes.record}>
              {children(item)}
            </Row>
          ))}
        </List>
      )}
      {loadMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={loadMore}>
          Load More {label}
        </Button>
      )}
    </>
  )
}

/** The shape of a list while it is on the way. */
export const PendingRecords = ({ label }: { label: string }) => (
  <Grid gap="xs" role="status" aria-label={`Loading ${label.toLowerCase()}…`}>
    {['first', 'second', 'third'].map((row) => (
      <Skeleton key={row} height={64} />
    ))}
  </Grid>
)

interface CardProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a tab, under its own heading. */
export const Card = ({ title, action, children }: CardProps) => (
  <Panel shrinks padded gap="sm" className={classes.card}>
    <Row gap={8} apart className={classes.cardHead}>
      <Heading size="lg">{title}</Heading>
      {action}
    </Row>
    {children}
  </Panel>
)
