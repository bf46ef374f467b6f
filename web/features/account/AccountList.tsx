import { Skeleton, VisuallyHidden } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { LoadProblem, retryFailed } from '../../components/LoadProblem.tsx'
import { Heading, Text } from '../../ui/layout.tsx'
import classes from './AccountList.module.css'

/** What a list is shown against: the facility, and the moment at which the tab was opened. */
export interface Moment {
  readonly facility: Facility
  readonly now: Date
}

export interface AccountListProps<Row> {
  title: string
  /** Completes 'Loading your …' and 'Failed to load your …'. */
  what: string
  rows: UseQueryResult<readonly Row[]>
  children: (rows: readonly Row[], moment: Moment) => ReactNode
}

/** A tab that is a list: loading, failed or loaded. A loaded list stays while it is loaded again. */
export function AccountList<Row>({ title, what, rows, children }: AccountListProps<Row>) {
  const facility = useQuery(facilityQuery)
  const [now] = useState(() => new Date())
  const ready = rows.data && facility.data
  const error = rows.error ?? facility.error
  return (
    <TabSection title={title}>
      {ready && children(rows.data, { facility: facility.data, now })}
      {!ready && error && (
        <LoadProblem what={what} error={error} onRetry={() => retryFailed(rows, facility)} />
      )}
      {!ready && !error && <ListPending what={what} />}
    </TabSection>
  )
}

/** A tab's heading over its content. */
export function TabSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Heading below="md" size="part" className={classes.heading}>
        {title}
      </Heading>
      {children}
    </>
  )
}

/** A list that is loading; `what` completes 'Loading your …'. */
export function ListPending({ what }: { what: string }) {
  return (
    <div aria-busy="true" className={classes.list}>
      <VisuallyHidden component="output">Loading your {what}…</VisuallyHidden>
      {['first', 'second', 'third'].map((row) => (
        <Skeleton key={row} height="7rem" radius="lg" />
      ))}
    </div>
  )
}

/** What an empty list says, and the link to the next step. */
export interface NextStep {
  title: string
  line: string
  to: NonNullable<LinkProps['to']>
  label: string
}

/** A list with nothing coming up, and the next step. */
export function ListEmpty({ title, line, to, label }: NextStep) {
  return (
    <section className={classes.empty}>
      <h3 className={classes.title}>{title}</h3>
      <Text below="md" className={classes.line}>
        {line}
      </Text>
      <Link to={to} className={classes.action}>
        {label}
      </Link>
    </section>
  )
}
