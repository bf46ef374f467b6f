import { Button, Menu, Skeleton } from '@mantine/core'
import { IconCalendarX, IconTrash } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import type {
  AdminClassRegistration,
  SessionWithRegistrations,
} from '../../../../../shared/contract/programs/classSessions.ts'
import type { StaffClass } from '../../../../../shared/contract/programs/staffClasses.ts'
import { topicName } from '../../../../../shared/domain/liveTopics.ts'
import { centsFromDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { formatWallTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../../api/live.ts'
import { sessionKey } from '../../../../api/queries/classSessions.ts'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { useMinuteClock } from '../../../../components/useMinuteClock.ts'
import { Row, Text } from '../../../../ui/layout.tsx'
import type { ByHand } from '../../../programs/staff/AddToRoster.tsx'
import { Roster } from '../../../programs/staff/Roster.tsx'
import { classSeat, marksOf, placeOf } from '../../../programs/staff/rosterSeat.ts'
import { CancelSessionDialog } from './CancelSessionDialog.tsx'
import { EndSeatDialog } from './EndSeatDialog.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'

interface SessionRosterProps {
  data: SessionWithRegistrations
  ages: Pick<StaffClass, 'min_age' | 'max_age'>
  zone: string
  isAdmin: boolean
  choice: React.ReactNode
  field: Ref<HTMLInputElement>
  byHand: ByHand | undefined
  onByHand: (start: ByHand | undefined) => void
  /** It was deleted. */
  onGone: () => void
}

/** One session: who is registered, who came, and what ends it. */
export function SessionRoster(props: SessionRosterProps) {
  const { data, ages, zone, isAdmin, choice, field, byHand, onByHand, onGone } = props
  const { session, registrations } = data
  const now = useMinuteClock()
  const [ending, setEnding] = useState<'cancel' | 'delete' | 'gone'>()
  const [end, setEnd] = useState<{ kind: 'cancel' | 'delete'; seat: AdminClassRegistration }>()
  const news = [sessionKey(session.id)]
  useLiveQueries(
    // What is being deleted is not asked for again.
    ending === 'delete' || ending === 'gone'
      ? {}
      : {
          [topicName('class', session.class_id)]: news,
          [topicName('desk', session.class_date)]: news,
        },
  )
  const isActive = session.status === 'active'
  const endSeat = (kind: 'cancel' | 'delete', id: string) => {
    const seat = registrations.find((each) => each.id === id)
    if (seat) setEnd({ kind, seat })
  }
  return (
    <>
      <Text tone="dim" size="sm">
        {formatWallTimeRange(session)} · {placeOf(session)}
        {session.held > 0 && ` · ${session.held} in checkout`}{' '}
        {!isActive && <StatusBadge status="canceled" />}
      </Text>
      <Roster
        of={{ kind: 'class', id: session.id }}
        seats={registrations.map(classSeat)}
        marks={isActive ? marksOf({ day: session.class_date, startsAt: session.starts_at }, now, zone) : null}
        ages={ages}
        spots={{ left: session.spots_left, max: session.max_spots }}
        price={formatRate(centsFromDollars(session.price))}
        choice={choice}
        menu={({ id, status }) => (
          <>
            {status !== 'canceled' && (
              <Menu.Item onClick={() => endSeat('cancel', id)}>Cancel Registration…</Menu.Item>
            )}
            <Menu.Item color="var(--mantine-color-error)" onClick={() => endSeat('delete', id)}>
              Delete Registration…
            </Menu.Item>
          </>
        )}
        field={field}
        onByHand={onByHand}
      />
      <Row gap="xs">
        {isActive && (
          <Button
            variant="default"
            size="sm"
            disabled={session.spots_left === 0}
            onClick={() => onByHand({})}
          >
            Add Registration
          </Button>
        )}
        {isActive && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconCalendarX size={18} aria-hidden />}
            onClick={() => setEnding('cancel')}
          >
            Cancel Session
          </Button>
        )}
        {isAdmin && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setEnding('delete')}
          >
            Delete Session
          </Button>
        )}
      </Row>
      <RegisterDialog
        of={byHand}
        session={session}
        seats={registrations.filter(({ status }) => status !== 'canceled')}
        onClose={() => onByHand(undefined)}
      />
      <CancelSessionDialog
        session={session}
        mode={ending === 'gone' ? undefined : ending}
        onClose={() => setEnding(undefined)}
        onDeleted={() => {
          setEnding('gone')
          onGone()
        }}
      />
      <EndSeatDialog
        task={end}
        hasBegun={Date.parse(session.starts_at) <= now.getTime()}
        onClose={() => setEnd(undefined)}
      />
    </>
  )
}

export const PendingRoster = () => (
  <div aria-busy="true">
    <p role="status">Loading registrations...</p>
    <Skeleton height={480} />
  </div>
)
