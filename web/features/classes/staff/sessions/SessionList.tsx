import { Button, SegmentedControl, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminClassInstance } from '../../../../../shared/contract/programs/classSessions.ts'
import { topicName } from '../../../../../shared/domain/liveTopics.ts'
import { spotsColour } from '../../../../../shared/domain/programs/camps.ts'
import { formatWallTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../../api/live.ts'
import { queryKeys } from '../../../../api/queryKeys.ts'
import { readPages } from '../../../../api/read.ts'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { pagedList } from '../../../../ui/staff/listState.ts'
import classes from './sessions.module.css'
import { countsOf, dayOf, placeOf, spotsText } from './sessionTexts.ts'

interface SessionListProps {
  classId: string
  onOpen: (id: string) => void
}

/** The sessions of a class: those to come, and those that are over. */
export function SessionList({ classId, onOpen }: SessionListProps) {
  const [when, setWhen] = useState<'upcoming' | 'past'>('upcoming')
  const sessions = { class_id_param: classId, when, page_size: 15 }
  const list = pagedList(
    useInfiniteQuery(readPages('GET /api/admin/classes/:class_id_param/instances', sessions)),
  )
  useLiveQueries({ [topicName('class', classId)]: [[...queryKeys.staff, 'classes', classId, 'instances']] })
  return (
    <div className={classes.sessions}>
      <SegmentedControl
        aria-label="Which sessions"
        size="md"
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
        <div aria-busy="true" className={classes.list}>
          <p role="status">Loading sessions...</p>
          <Skeleton height={72} radius="md" />
          <Skeleton height={72} radius="md" />
          <Skeleton height={72} radius="md" />
        </div>
      )}
      {list.rows && list.rows.length === 0 && (
        <p role="status" className={classes.empty}>
          {when === 'past'
            ? 'No session is over yet.'
            : 'No sessions to come. Edit the class to give it a schedule and dates.'}
        </p>
      )}
      {list.rows && list.rows.length > 0 && (
        <ul className={classes.list} aria-label={when === 'past' ? 'Past sessions' : 'Upcoming sessions'}>
          {list.rows.map((session) => (
            <li key={session.id}>
              <SessionButton session={session} onOpen={onOpen} isPast={when === 'past'} />
            </li>
          ))}
        </ul>
      )}
      {list.loadMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          Load More Sessions
        </Button>
      )}
    </div>
  )
}

interface SessionButtonProps {
  session: AdminClassInstance
  onOpen: (id: string) => void
  isPast: boolean
}

function SessionButton({ session, onOpen, isPast }: SessionButtonProps) {
  const { registered, unpaid, came } = countsOf(session.class_registrations)
  const facts = [
    `${registered} of ${session.max_spots} registered`,
    unpaid > 0 && `${unpaid} unpaid`,
    came > 0 && `${came} present`,
    session.held > 0 && `${session.held} in checkout`,
  ].filter(Boolean)
  return (
    <UnstyledButton className={classes.session ?? ''} onClick={() => onOpen(session.id)}>
      <span className={classes.when}>
        <strong>{dayOf(session)}</strong>
        <span>{formatWallTimeRange(session)}</span>
      </span>
      <Text as="span" tone="dim" size="sm" className={classes.facts}>
        <span>{placeOf(session)}</span>
        <span>{facts.join(' · ')}</span>
      </Text>
      {session.status === 'canceled' ? (
        <StatusBadge status="canceled" />
      ) : (
        !isPast && (
          <span className={classes.spots} data-colour={spotsColour(session.spots_left)}>
            {spotsText(session.spots_left)}
          </span>
        )
      )}
      <IconChevronRight size={20} aria-hidden className={classes.chevron} />
    </UnstyledButton>
  )
}
