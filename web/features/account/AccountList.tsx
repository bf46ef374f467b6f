import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { LoadProblem } from '../../components/LoadProblem.tsx'
import { retryFailed } from '../../components/retryFailed.ts'
import { TabSection } from './ItemList.tsx'
import { ListPending } from './ListStates.tsx'

/** What a list is shown against: facility time, and the moment at which the tab was opened. */
export interface Moment {
  readonly facility: Facility
  readonly now: Date
}

interface AccountListProps<Row> {
  title: string
  /** Completes 'Loading your …' and 'Failed to load your …'. */
  what: string
  rows: UseQueryResult<readonly Row[]>
  children: (rows: readonly Row[], moment: Moment) => ReactNode
}

/** A tab that is a list: on its way, failed, or there. What is there stays while it is asked for again. */
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
