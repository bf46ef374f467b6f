import { Button, Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClosureRun, RunItem } from '../../../shared/contract/facility/closures.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { read } from '../../api/read.ts'
import { touches } from '../../api/touches.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import { Actions, Text, textLink } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { ErrorAlert } from '../../ui/staff/ErrorAlert.tsx'
import { phoneHref } from '../phone.ts'
import { AttemptError } from './AttemptError.tsx'
import { FormDialog } from './form/FormDialog.tsx'
import classes from './HitChoice.module.css'
import { kindNames } from './HitChoice.tsx'

/** How far a run is; live. It goes on when the dialog is closed. */
export function RunDialog({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <FormDialog of={id} onClose={onClose} title="Canceled Bookings" long wide>
      {(run_id, close) => (
        <>
          <Progressing id={run_id} />
          <Actions>
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </Actions>
        </>
      )}
    </FormDialog>
  )
}

/** How often the progress of a run is read; its steps are not announced. */
export const PROGRESS_MS = 1_000
export const isGoingOn = ({ pending }: ClosureRun) => pending > 0

function Progressing({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...read('GET /api/closure-runs/:run_id', { run_id: id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isGoingOn(state.data.run) ? PROGRESS_MS : false),
  })
  if (data) return <Run run={data.run} items={data.items} />
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  return <Skeleton height={160} />
}

const states: Readonly<Record<RunItem['status'], string>> = {
  pending: 'Waiting',
  done: 'Canceled and told',
  gone: 'Was canceled already',
  failed: 'Failed',
  skipped: 'Left as is',
}

function Run({ run, items }: { run: ClosureRun; items: readonly RunItem[] }) {
  const { data: facility } = useQuery(facilityQuery)
  const settled = run.total - run.pending
  const settle = useAttempt({
    send: ({ to, ids }: { to: 'retry' | 'skip'; ids?: string[] }, once) => {
      const items = { run_id: run.id, ...(ids && { item_ids: ids }) }
      return to === 'retry'
        ? once('POST /api/closure-runs/:run_id/retry', items)
        : once('POST /api/closure-runs/:run_id/skip', items)
    },
    touches: touches.closures,
  })
  const whenOf = ({ start_time, end_time }: RunItem) =>
    facility &&
    `${formatDay(facilityDay(start_time, facility.time_zone))}, ${formatTimeRange(start_time, end_time, facility.time_zone)}`
  return (
    <>
      <Text below="lg">“{run.reason}”</Text>
      <Progress
        size="xl"
        color="stitch.6"
        value={run.total === 0 ? 100 : (settled / run.total) * 100}
        aria-label="Progress"
      />
      <Text strong numbers above="xs" below="md" role="status">
        {run.pending > 0
          ? `${settled} of ${run.total} done. You can close this; it keeps going.`
          : summaryOf(run, items.filter(isUntold).length)}
      </Text>
      {run.refunded_at_desk > 0 && (
        <Note>Please refund {formatDollars(centsFromDollars(run.refunded_at_desk))} at the desk.</Note>
      )}
      {run.failed > 0 && (
        <Actions>
          <Button
            color="stitch.6"
            loading={settle.isPending}
            onClick={() => void settle.attempt({ to: 'retry' })}
          >
            Try {run.failed === 1 ? 'It' : `All ${run.failed}`} Again
          </Button>
          <Button
            variant="default"
            disabled={settle.isPending}
            onClick={() => void settle.attempt({ to: 'skip' })}
          >
            Leave {run.failed === 1 ? 'It' : 'Them'} Booked
          </Button>
        </Actions>
      )}
      <AttemptError error={settle.error} button="Try Again" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <ul className={classes.hits} aria-label="What is canceled" tabIndex={0}>
        {inOrder(items).map((item) => (
          <li key={item.id} data-status={item.status}>
            <span className={classes.what}>
              <strong>{item.person ?? item.title}</strong>
              <span>
                {kindNames[item.kind]}
                {item.person !== null && `, ${item.title}`}
              </span>
              {item.message && <span className={classes.warned}>{item.message}</span>}
            </span>
            <Text as="span" size="md" numbers className={classes.when}>
              {whenOf(item)}
              <span>
                {isUntold(item) ? <ToCall phone={item.phone} /> : states[item.status]}
                {item.refunded > 0 && `, ${formatDollars(centsFromDollars(item.refunded))} back`}
              </span>
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What needs someone comes first: what failed, and whom to call. */
const inOrder = (items: readonly RunItem[]): RunItem[] =>
  items.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))

const urgencyOf = (item: RunItem): number => (item.status === 'failed' ? 2 : isUntold(item) ? 1 : 0)

/** Canceled without a message, for want of an address. */
const isUntold = ({ status, no_email }: RunItem): boolean => status === 'done' && no_email

const ToCall = ({ phone }: { phone: string | null }) =>
  phone ? (
    <>
      Canceled, no email:{' '}
      <a href={phoneHref(phone)} className={textLink}>
        call {phone}
      </a>
    </>
  ) : (
    'Canceled, no email or phone'
  )

const summaryOf = ({ done, gone, failed, skipped, refunded }: ClosureRun, untold: number): string =>
  [
    `${done - untold} canceled and told.`,
    ...(untold > 0 ? [`${untold} without email: please call.`] : []),
    ...(refunded > 0 ? [`${formatDollars(centsFromDollars(refunded))} goes back.`] : []),
    ...(gone > 0 ? [`${gone} had been canceled already.`] : []),
    ...(failed > 0 ? [`${failed} failed.`] : []),
    ...(skipped > 0 ? [`${skipped} left as booked.`] : []),
  ].join(' ')
