import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminClassInstance } from '../../../../../shared/contract/programs/classSessions.ts'
import { topicName } from '../../../../../shared/domain/liveTopics.ts'
import { formatWallTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../../api/live.ts'
import { queryKeys } from '../../../../api/queryKeys.ts'
import { readPages } from '../../../../api/read.ts'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { pagedList } from '../../../../ui/staff/listState.ts'
import { placeOf } from '../../../programs/staff/rosterSeat.ts'
import { SessionRows } from '../../../programs/staff/SessionRows.tsx'
import { countsOf } from './sessionTexts.ts'

interface SessionListProps {
  classId: string
  onOpen: (id: string) => void
}

/** A page of the sessions of a class, those to come or those that are over. */
export const sessionsQuery = (class_id_param: string, when: 'upcoming' | 'past') =>
  readPages('GET /api/admin/classes/:class_id_param/instances', { class_id_param, when, page_size: 15 })

/** The sessions of a class: those to come, and those that are over. */
export function SessionList({ classId, onOpen }: SessionListProps) {
  const [when, setWhen] = useState<'upcoming' | 'past'>('upcoming')
  const list = pagedList(useInfiniteQuery(sessionsQuery(classId, when)))
  useLiveQueries({ [topicName('class', classId)]: [[...queryKeys.staff, 'classes', classId, 'instances']] })
  return (
    <>
      <SegmentedControl
        aria-label="Which sessions"
        size="sm"
        value={when}
        onChange={(value) => setWhen(value as typeof when)}
        data={[
          { value: 'upcoming', label: 'Upcoming' },
          { value: 'past', label: 'Past' },
        ]}
      />
      {list.error && (
        <ErrorAlert
          error={list.error}
          text={`Failed to load sessions: ${list.error.message}`}
          onRetry={list.reload}
        />
      )}
      {!list.rows && !list.error && (
        <div aria-busy="true">
          <p role="status">Loading sessions...</p>
          <Skeleton height={230} />
        </div>
      )}
      {list.rows && (
        <SessionRows
          label={when === 'past' ? 'Past Sessions' : 'Upcoming Sessions'}
          empty={
            when === 'past'
              ? 'No session is over yet.'
              : 'No sessions to come. Edit the class to give it a schedule and dates.'
          }
          sessions={list.rows.map((session) => ({
            id: session.id,
            day: session.class_date,
            time: formatWallTimeRange(session),
            facts: placeOf(session),
            count: countText(session),
            isCanceled: session.status === 'canceled',
            onOpen: () => onOpen(session.id),
          }))}
        />
      )}
      {list.loadMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          Load More Sessions
        </Button>
      )}
    </>
  )
}

/** '3 of 8 registered · 1 unpaid'. */
function countText({ class_registrations, max_spots, held }: AdminClassInstance): string {
  const { registered, unpaid, came } = countsOf(class_registrations)
  const facts = [
    `${registered} of ${max_spots} registered`,
    unpaid > 0 && `${unpaid} unpaid`,
    came > 0 && `${came} present`,
    held > 0 && `${held} in checkout`,
  ]
  return facts.filter(Boolean).join(' · ')
}
