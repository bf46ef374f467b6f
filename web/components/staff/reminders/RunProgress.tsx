import { Button, Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { ReminderRun, RunRecipient } from '../../../../shared/contract/messages/reminders.ts'
import { undoSeconds } from '../../../../shared/domain/bookings/terms.ts'
import { topicName } from '../../../../shared/domain/liveTopics.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { reminderRunQuery } from '../../../api/queries/reminders.ts'
import { useSession } from '../../../api/session.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt, useCall } from '../../../api/useAttempt.ts'
import { Actions, Grid, Row, Text, textLink } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import { AttemptError } from '../AttemptError.tsx'
import { useSecondsUntil } from '../useUndo.tsx'
import { PeopleList, UnreachableList } from './PeopleList.tsx'
import classes from './Reminders.module.css'
import { daysUntilLabel } from './ReminderTarget.ts'

/** What was just sent, and how it is taken back while nothing has gone out. */
export interface SentRun {
  readonly runId: string
  /** Null for what was sent before. */
  readonly undo: Undo
}

/** Milliseconds until a coach's page asks again how far it is. */
const COACH_REFRESH = 2_000

interface RunProgressProps extends SentRun {
  readonly onClose: () => void
}

/** How far a reminder or message is; live, and at the end the summary (spec 3 §2). It goes on when this is closed. */
export function RunProgress({ runId, undo, onClose }: RunProgressProps) {
  const session = useSession()
  const isCoach = session.status === 'signed-in' && session.profile.role === 'coach'
  const read = useQuery({
    ...reminderRunQuery(runId),
    // The topic of a run is the desk's.
    refetchInterval: ({ state: { data } }) => isCoach && (!data || data.run.waiting > 0) && COACH_REFRESH,
  })
  useLiveQueries(isCoach ? {} : { [topicName('reminders', runId)]: [reminderRunQuery(runId).queryKey] })
  if (read.error) return <ErrorAlert error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton height={220} />
  const { run, recipients, unreachable } = read.data
  const failed = recipients.filter(({ status }) => status === 'failed')
  const retrying = recipients.filter(({ status }) => status === 'retrying')
  const done = run.total - run.waiting
  return (
    <>
      <Text below="lg">{run.title}</Text>
      <Progress
        size="xl"
        color="stitch.6"
        value={run.total === 0 ? 100 : (done / run.total) * 100}
        aria-label="Progress"
      />
      <Text strong numbers above="xs" below="md" role="status">
        {run.waiting > 0
          ? `${done} of ${run.total} sent. You can close this; it keeps going.`
          : doneText(run)}
      </Text>
      {undo && <UndoButton undo={undo} onUndone={onClose} />}
      <Summary run={run} />
      {failed.length > 0 &&
        (isCoach ? <Undelivered recipients={failed} /> : <Failures recipients={failed} />)}
      {retrying.length > 0 && (
        <section className={classes.part}>
          <h3>Not delivered yet: retrying automatically</h3>
          <PeopleList label="Tried again" people={retrying} more={({ error }) => <Reason error={error} />} />
        </section>
      )}
      <UnreachableList people={unreachable} />
      <Actions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Actions>
    </>
  )
}

const doneText = ({ failed, retrying }: ReminderRun): string => {
  if (failed > 0) return 'Some could not be sent.'
  return retrying > 0 ? 'Some haven’t been accepted by their mail server yet.' : 'All sent.'
}

const Summary = ({ run }: { run: ReminderRun }) => (
  <Grid as="dl" below="md" className={classes.summary}>
    <div>
      <dt>Total Recipients</dt>
      <dd>{run.total}</dd>
    </div>
    <div>
      <dt>Successfully Sent</dt>
      <dd>{run.sent}</dd>
    </div>
    <div data-failed={run.failed > 0 || undefined}>
      <dt>Failed</dt>
      <dd>{run.failed}</dd>
    </div>
    <div>
      <dt>{daysUntilLabel(run.about)}</dt>
      <dd>{run.days_until}</dd>
    </div>
  </Grid>
)

const Reason = ({ error }: { error: string | null }) =>
  error && (
    <Text as="span" size="md" breaks shrinks className={classes.reason}>
      {error}
    </Text>
  )

/** The mails that were given up, for a coach: the desk has the addresses, the reasons, and sends them again. */
const Undelivered = ({ recipients }: { recipients: readonly RunRecipient[] }) => (
  <section className={classes.part}>
    <h3>Failed emails: ask the front desk</h3>
    <PeopleList label="Failed Emails" people={recipients} />
  </section>
)

/** The mails that were given up, each with the mail server's reason, and how they are sent again. */
function Failures({ recipients }: { recipients: readonly RunRecipient[] }) {
  const resend = useAttempt({
    async send({ ids }: { ids: readonly string[] }, once) {
      for (const message_id of ids) await once('POST /api/admin/messages/:message_id/resend', { message_id })
    },
    touches: touches.reminders,
  })
  return (
    <section className={classes.part}>
      <h3>Failed Emails</h3>
      <PeopleList
        label="Failed Emails"
        people={recipients}
        more={({ message_id, error, name, phone }) => (
          <Row as="span" apart className={classes.failure}>
            <Reason error={error} />
            {phone && (
              <a className={textLink} href={`tel:${phone}`}>
                {phone}
              </a>
            )}
            <Button
              size="sm"
              variant="default"
              disabled={resend.isPending}
              aria-label={`Send again to ${name}`}
              onClick={() => void resend.attempt({ ids: [message_id] })}
            >
              Send Again
            </Button>
          </Row>
        )}
      />
      {recipients.length > 1 && (
        <Button
          color="stitch.6"
          loading={resend.isPending}
          onClick={() => void resend.attempt({ ids: recipients.map(({ message_id }) => message_id) })}
        >
          Send All {recipients.length} Again
        </Button>
      )}
      <AttemptError error={resend.error} button="Send Again" />
    </section>
  )
}

/** Takes it back: nothing goes out for some seconds. */
function UndoButton({ undo, onUndone }: { undo: NonNullable<Undo>; onUndone: () => void }) {
  const [endsAt] = useState(() => Date.now() + undoSeconds * 1_000)
  const left = useSecondsUntil(endsAt)
  const take = useCall('POST /api/staff-changes/:id/undo', { touches: touches.reminders })
  async function takeBack() {
    const outcome = await take.attempt({ id: undo.id })
    if (!outcome || !('answer' in outcome)) return
    toast.success('Undone. Nothing was sent.')
    onUndone()
  }
  if (left === 0 && take.error === null) return null
  return (
    <>
      {left > 0 && (
        <Button
          variant="default"
          fullWidth
          loading={take.isPending}
          className={classes.undo ?? ''}
          onClick={() => void takeBack()}
        >
          Undo
          <Text as="span" tone="dim" numbers className={classes.seconds} aria-hidden>
            {left}
          </Text>
        </Button>
      )}
      <AttemptError error={take.error} button="Undo" />
    </>
  )
}
