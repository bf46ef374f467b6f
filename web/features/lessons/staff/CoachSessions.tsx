import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CoachSession } from '../../../../shared/contract/messages/reminders.ts'
import { read } from '../../../api/read.ts'
import { MessageEveryoneButton } from '../../../components/staff/reminders/MessageEveryoneButton.tsx'
import { Heading, Panel, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './CoachSessions.module.css'
import dashboard from './DashboardTab.module.css'

/** So many at first; a class that meets every day has sixty. */
const SHOWN = 4

/** The coach's coming class sessions and camps, and the way to write to everybody of one. */
export function CoachSessions() {
  const { data, error, refetch } = useQuery({
    ...read('GET /api/coach/sessions'),
    refetchInterval: 5 * 60_000,
  })
  const [all, setAll] = useState(false)
  const sessions = all ? data : data?.slice(0, SHOWN)
  return (
    <section aria-labelledby="coach-sessions">
      <Heading below="xs" size="lg" id="coach-sessions" className={dashboard.heading}>
        Classes and Camps
      </Heading>
      {sessions ? (
        sessions.length === 0 ? (
          <Text tone="dim" size="sm" className={dashboard.hint}>
            You have no class sessions or camps in the next 60 days.
          </Text>
        ) : (
          <Panel as="ul" className={classes.sessions}>
            {sessions.map((session) => (
              <Session key={session.about_id} session={session} />
            ))}
          </Panel>
        )
      ) : error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
      {data && data.length > SHOWN && !all && (
        <Button variant="default" mt="sm" onClick={() => setAll(true)}>
          Show All {data.length}
        </Button>
      )}
    </section>
  )
}

const Session = ({ session: { about, about_id, name, title, registered } }: { session: CoachSession }) => (
  <li>
    <Text as="div" breaks shrinks className={classes.what}>
      <h3>{name}</h3>
      {/* The title is the name, a comma, and the days and times. */}
      <p>{title.slice(name.length + 2)}</p>
      <p>{registered === 0 ? 'Nobody registered yet' : `${registered} registered`}</p>
    </Text>
    <MessageEveryoneButton about={about} aboutId={about_id} title={title} of={title} count={registered} />
  </li>
)
