import { Button } from '@mantine/core'
import { IconBarrierBlock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Closure } from '../../../../../shared/contract/facility/closures.ts'
import { useLiveQueries } from '../../../../api/live.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import classes from '../../../../components/staff/HitChoice.module.css'
import { isGoingOn, PROGRESS_MS, RunDialog } from '../../../../components/staff/RunDialog.tsx'
import { Box, Heading, Row, Stack } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { EmptyList } from '../../../../ui/staff/StaffPage.tsx'
import { toast } from '../../../../ui/toast.ts'
import shared from '../Settings.module.css'
import type { SettingsSearch } from '../sections.ts'
import { CancelBookedDialog } from './CancelBookedDialog.tsx'
import { ClosureForm } from './ClosureForm.tsx'
import { rangeText } from './closureTimes.ts'

type Task = { kind: 'create' } | { kind: 'open' | 'cancel'; closure: Closure }

/** The closures that are not over, and how far the cancelations of their bookings are; live. */
export function ClosuresSection({ search }: { search: SettingsSearch }) {
  const navigate = useNavigate({ from: '/admin/settings' })
  const { data: facility } = useQuery(facilityQuery)
  const runs = useQuery({
    ...read('GET /api/closure-runs'),
    refetchInterval: ({ state: { data } }) => (data?.runs.some(isGoingOn) ? PROGRESS_MS : false),
  })
  const isRunning = runs.data?.runs.some(isGoingOn) ?? false
  // What is still booked in a closure becomes less while a run goes on, and is read once more at its end.
  const closures = useQuery({ ...read('GET /api/closures'), refetchInterval: isRunning ? 2_000 : false })
  const { refetch } = closures
  useEffect(() => {
    if (!isRunning) void refetch()
  }, [isRunning, refetch])
  const [task, setTask] = useState<Task>()
  useLiveQueries({ closures: [['closures'], ['closure-runs']] })
  const show = (part: { run?: string; closure?: string }) =>
    void navigate({ search: { section: 'closures', ...part }, resetScroll: false })
  const isWorkedOn = ({ run_id }: Closure) =>
    runs.data?.runs.some((run) => run.id === run_id && isGoingOn(run)) ?? false
  const endTask = () => setTask(undefined)
  const editing = closures.data?.closures.find(({ id }) => id === search.closure)
  const opened: Closure | 'new' | undefined = editing ?? (task?.kind === 'create' ? 'new' : undefined)
  if (closures.error) {
    return (
      <ErrorAlert
        error={closures.error}
        text={`The closures could not be loaded. ${closures.error.message}`}
        onRetry={() => void closures.refetch()}
      />
    )
  }
  const close = (
    <Button
      color="stitch.6"
      leftSection={<IconBarrierBlock size={20} aria-hidden />}
      onClick={() => setTask({ kind: 'create' })}
    >
      Close Cages
    </Button>
  )
  return (
    <>
      {closures.data?.closures.length === 0 ? (
        <EmptyList title="Nothing is closed" text="Close cages for maintenance, weather or an event.">
          {close}
        </EmptyList>
      ) : (
        <Box below="sm" className={shared.actions}>
          {close}
        </Box>
      )}
      <Stack as="ul" gap="sm">
        {closures.data?.closures.map((closure) => (
          <Row as="li" gap="sm" apart key={closure.id} className={shared.card}>
            <div className={classes.what}>
              <strong>{closure.reason || 'Closed'}</strong>
              <span>{facility && rangeText(closure, facility.time_zone)}</span>
              <span>
                {closure.all_cages ? 'All cages' : closure.cages.map(({ name }) => name).join(', ')}
              </span>
              {closure.booked > 0 && (
                <span className={classes.warned}>Still booked in it: {closure.booked}</span>
              )}
            </div>
            <div className={shared.cardActions}>
              {closure.booked > 0 && !isWorkedOn(closure) && (
                <Button variant="default" onClick={() => setTask({ kind: 'cancel', closure })}>
                  Cancel Bookings…
                </Button>
              )}
              {closure.run_id !== null && (
                <Button variant="default" onClick={() => show({ run: closure.run_id ?? '' })}>
                  Progress
                </Button>
              )}
              <Button variant="default" onClick={() => show({ closure: closure.id })}>
                Edit
              </Button>
              <Button variant="default" onClick={() => setTask({ kind: 'open', closure })}>
                Open Again
              </Button>
            </div>
          </Row>
        ))}
      </Stack>
      {runs.data && runs.data.runs.length > 0 && (
        <>
          <Heading as="h3" above="md" className={shared.subheading}>
            Cancelations
          </Heading>
          <Stack as="ul" gap="sm">
            {runs.data.runs.map((run) => (
              <Row as="li" gap="sm" apart key={run.id} className={shared.card}>
                <div className={classes.what}>
                  <strong>{run.reason}</strong>
                  <span>
                    {causes[run.cause]}: {run.total - run.pending} of {run.total}
                    {run.failed > 0 && `, ${run.failed} failed`}
                  </span>
                </div>
                <Button variant="default" onClick={() => show({ run: run.id })}>
                  {run.pending > 0 ? 'Progress' : 'Details'}
                </Button>
              </Row>
            ))}
          </Stack>
        </>
      )}
      <FormDialog
        of={facility && opened}
        title={(shown) => (shown === 'new' ? 'Close Cages' : 'Edit Closure')}
        onClose={() => {
          endTask()
          if (editing) show({})
        }}
        long
        wide
      >
        {(shown, close) => (
          <ClosureForm
            key={shown === 'new' ? shown : shown.id}
            closure={shown === 'new' ? undefined : shown}
            zone={facility?.time_zone ?? 'UTC'}
            onClose={close}
            onSaved={(runId) => {
              endTask()
              show(runId === null ? {} : { run: runId })
            }}
          />
        )}
      </FormDialog>
      <ConfirmAction
        of={task?.kind === 'open' ? task.closure : undefined}
        onClose={endTask}
        asks={{
          title: 'Open the cages again?',
          text: 'Customers can book that time again right away. Canceled bookings stay canceled.',
          label: 'Open Again',
          dismissLabel: 'Keep Closed',
        }}
        send={({ id }, once) => once('DELETE /api/closures/:closure_id', { closure_id: id })}
        touches={touches.closures}
        onDone={({ message }) => toast.success(message)}
      />
      <CancelBookedDialog
        closure={task?.kind === 'cancel' ? task.closure : undefined}
        onClose={endTask}
        onStarted={(runId) => {
          endTask()
          show({ run: runId })
        }}
      />
      <RunDialog id={search.run} onClose={() => show({})} />
    </>
  )
}

const causes = { closure: 'Closure', hours: 'Shorter hours', doors: 'Doors closed' } as const
