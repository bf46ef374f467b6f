import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconCalendarX,
  IconChecks,
  IconDots,
  IconPlus,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SessionWithRegistrations } from '../../../../../shared/contract/programs/classSessions.ts'
import { topicName } from '../../../../../shared/domain/liveTopics.ts'
import { formatWallTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import { useLiveQueries } from '../../../../api/live.ts'
import { sessionKey, sessionSeatsQuery } from '../../../../api/queries/classSessions.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { useSession } from '../../../../api/session.ts'
import { MessageEveryoneButton } from '../../../../components/staff/reminders/MessageEveryoneButton.tsx'
import { SendReminderButton } from '../../../../components/staff/reminders/SendReminderButton.tsx'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { useMinuteClock } from '../../../../components/useMinuteClock.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { CancelSessionDialog } from './CancelSessionDialog.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'
import { SeatRow } from './SeatRow.tsx'
import { type SeatTask, SeatTasks } from './SeatTasks.tsx'
import classes from './sessions.module.css'
import { attendanceOpen, countsOf, dayOf, placeOf, spotsText } from './sessionTexts.ts'
import { useCheckInAll } from './useAttendance.ts'

interface SessionViewProps {
  id: string
  onBack: () => void
}

/** One session: who is registered, who came, and all that the desk does with it. */
export function SessionView({ id, onBack }: SessionViewProps) {
  const query = useQuery(sessionSeatsQuery(id))
  const zone = useQuery(facilityQuery).data?.time_zone
  return (
    <div className={classes.view}>
      <Button
        variant="subtle"
        className={classes.back ?? ''}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onBack}
      >
        All Sessions
      </Button>
      {isRefusal(query.error, 'class_session_not_found') ? (
        <p role="status" className={classes.empty}>
          This session was deleted.
        </p>
      ) : query.data && zone ? (
        <Session data={query.data} zone={zone} onGone={onBack} />
      ) : query.error ? (
        <ErrorAlert
          error={query.error}
          text="Failed to load registrations. Please try again."
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div aria-busy="true" className={classes.list}>
          <p role="status">Loading registrations...</p>
          <Skeleton height={64} radius="md" />
          <Skeleton height={88} radius="md" />
          <Skeleton height={88} radius="md" />
        </div>
      )}
    </div>
  )
}

interface SessionProps {
  data: SessionWithRegistrations
  zone: string
  onGone: () => void
}

function Session({ data: { session, registrations }, zone, onGone }: SessionProps) {
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<'cancel' | 'delete' | 'gone'>()
  const [task, setTask] = useState<SeatTask>()
  const news = [sessionKey(session.id)]
  useLiveQueries(
    // What is being deleted is not asked for again.
    ending === 'delete' || ending === 'gone'
      ? {}
      : { [topicName('class', session.class_id)]: news, [topicName('desk', session.class_date)]: news },
  )
  const now = useMinuteClock()
  const isActive = session.status === 'active'
  const taken = registrations.filter(({ status }) => status !== 'canceled')
  const canceled = registrations.filter(({ status }) => status === 'canceled')
  const marks = attendanceOpen(session, now, zone)
  const counts = countsOf(taken)
  return (
    <>
      <Stack gap={4}>
        <h3 className={classes.title}>
          {dayOf(session)}, {formatWallTimeRange(session)}
        </h3>
        <p className={classes.line}>
          {placeOf(session)}
          {' · '}
          {isActive ? spotsText(session.spots_left) : <StatusBadge status="canceled" />}
          {session.held > 0 && ` · ${session.held} in checkout`}
        </p>
      </Stack>
      <Actions
        session={session}
        unmarked={marks.here ? counts.open : 0}
        onAdd={() => setAdding(true)}
        onEnd={setEnding}
      />
      {taken.length > 0 ? (
        <>
          <p className={classes.counts} role="status">
            <strong>{counts.registered}</strong> registered
            {counts.unpaid > 0 && (
              <>
                {' · '}
                <strong>{counts.unpaid}</strong> unpaid
              </>
            )}
            {marks.here && (
              <>
                {' · '}
                <strong>{counts.came}</strong> present
              </>
            )}
          </p>
          {isActive && !marks.here && (
            <p className={classes.hint}>Check-in opens on the day of the session.</p>
          )}
          <ul className={classes.list} aria-label="Registrations">
            {taken.map((seat) => (
              <SeatRow key={seat.id} sessionId={session.id} seat={seat} marks={marks} onTask={setTask} />
            ))}
          </ul>
        </>
      ) : (
        <p className={classes.empty} role="status">
          No registrations yet.{isActive && ' Add one by hand, or wait for customers to book online.'}
        </p>
      )}
      {canceled.length > 0 && (
        <details className={classes.canceled}>
          <summary>{canceled.length} canceled</summary>
          <ul className={classes.list} aria-label="Canceled registrations">
            {canceled.map((seat) => (
              <SeatRow key={seat.id} sessionId={session.id} seat={seat} marks={null} onTask={setTask} />
            ))}
          </ul>
        </details>
      )}
      <RegisterDialog opened={adding} session={session} seats={taken} onClose={() => setAdding(false)} />
      <CancelSessionDialog
        session={session}
        mode={ending === 'gone' ? undefined : ending}
        onClose={() => setEnding(undefined)}
        onDeleted={() => {
          setEnding('gone')
          onGone()
        }}
      />
      <SeatTasks
        task={task}
        hasBegun={Date.parse(session.starts_at) <= now.getTime()}
        onClose={() => setTask(undefined)}
      />
    </>
  )
}

interface ActionsProps {
  session: SessionWithRegistrations['session']
  /** Of how many it can be noted now whether they came. */
  unmarked: number
  onAdd: () => void
  onEnd: (mode: 'cancel' | 'delete') => void
}

/** On a phone or tablet what is not for the door stands behind More, so that the people are at hand. */
function Actions({ session, unmarked, onAdd, onEnd }: ActionsProps) {
  const all = useCheckInAll(session.id)
  const wide = useMediaQuery('(width >= 62em)', true, { getInitialValueInEffect: false })
  const [more, setMore] = useState(false)
  const isActive = session.status === 'active'
  return (
    <Row align="stretch" className={classes.actions}>
      {isActive && (
        <Button
          color="stitch.6"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={session.spots_left === 0}
          onClick={onAdd}
        >
          Add Registration
        </Button>
      )}
      {isActive && unmarked > 0 && (
        <Button
          variant="default"
          leftSection={<IconChecks size={18} aria-hidden />}
          loading={all.isPending}
          onClick={() => void all.checkIn()}
        >
          All Present
        </Button>
      )}
      {!wide && (
        <Button
          variant="default"
          aria-expanded={more}
          leftSection={<IconDots size={18} aria-hidden />}
          onClick={() => setMore(!more)}
        >
          More
        </Button>
      )}
      {(wide || more) && <MoreActions session={session} onEnd={onEnd} />}
    </Row>
  )
}

function MoreActions({ session, onEnd }: Pick<ActionsProps, 'session' | 'onEnd'>) {
  const signedIn = useSession()
  const isAdmin = signedIn.status === 'signed-in' && signedIn.profile.role === 'admin'
  const isActive = session.status === 'active'
  const about = {
    about: 'class' as const,
    aboutId: session.id,
    title: `${session.class_name}, ${dayOf(session)}, ${formatWallTimeRange(session)}`,
    count: session.class_registrations.length,
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        renderRoot={(props) => (
          <Link {...props} to="/admin/rosters/$kind/$id" params={{ kind: 'class', id: session.id }} />
        )}
      >
        Print Roster
      </Button>
      {isActive && (
        <>
          <SendReminderButton {...about} />
          <MessageEveryoneButton {...about} />
          <Button
            variant="default"
            leftSection={<IconCalendarX size={18} aria-hidden />}
            onClick={() => onEnd('cancel')}
          >
            Cancel Session
          </Button>
        </>
      )}
      {isAdmin && (
        <Button
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => onEnd('delete')}
        >
          Delete Session
        </Button>
      )}
    </>
  )
}
