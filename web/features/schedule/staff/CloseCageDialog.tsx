import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useCall } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { HitTable, useClosing } from '../../../components/staff/HitChoice.tsx'
import { RunDialog } from '../../../components/staff/RunDialog.tsx'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { Grid, Text } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './CloseCage.module.css'
import { closableTimes, isWithinDay, usualEnd } from './closeCage.ts'

interface CloseCageDialogProps {
  opened: boolean
  onClose: () => void
  /** The day that is shown; from now on where it is today. */
  day: string
  facility: Facility
  cages: ScheduleDay['cages']
  now: Date
}

/** Takes cages out of use for a part of the day, and opens them again. An admin may close over what is booked. */
export function CloseCageDialog({ opened, ...props }: CloseCageDialogProps) {
  const [run, setRun] = useState<string>()
  return (
    <>
      <FormDialog of={opened ? props : undefined} onClose={props.onClose} title="Close a Cage" long wide>
        {(shown) => (
          <>
            <CloseCage {...shown} onCanceling={setRun} />
            <ClosedThen day={shown.day} zone={shown.facility.time_zone} />
          </>
        )}
      </FormDialog>
      <RunDialog id={run} onClose={() => setRun(undefined)} />
    </>
  )
}

interface CloseCageProps extends Omit<CloseCageDialogProps, 'opened'> {
  onCanceling: (runId: string) => void
}

function CloseCage({ onClose, onCanceling, day, facility, cages, now }: CloseCageProps) {
  const zone = facility.time_zone
  const isAdmin = useIsAdmin()
  const [times] = useState(() => closableTimes(day, now, zone))
  const endsAfter = (start: string) => times.to.filter(({ value }) => value > start)
  const endOf = ({ start_time, end_time }: { start_time: string; end_time: string }): string =>
    end_time > start_time ? end_time : (endsAfter(start_time).at(-1)?.value ?? '')
  const offerUndo = useOfferUndo()
  const active = cages.filter(({ is_active }) => is_active)
  const { form, hits, submit, choice, allCages } = useClosing({
    times: { start_time: times.from[0]?.value ?? '', end_time: usualEnd(day, facility, times.to) },
    rangeOf: (chosen) => ({ start_time: chosen.start_time, end_time: endOf(chosen) }),
    cages: active,
    // The desk goes no further.
    decides: isAdmin,
    onSaved({ closure, run_id }) {
      const what = closure.all_cages ? 'All cages' : closure.cages.map(({ name }) => name).join(', ')
      const message = `${what}: closed ${formatTimeRange(closure.start_time, closure.end_time, zone)}.`
      // What is being canceled does not come back with the time.
      if (run_id) toast.success(message)
      else offerUndo({ message, undo: null, closureId: closure.id })
      onClose()
      if (run_id) onCanceling(run_id)
    },
  })
  const { cage_ids } = form.values
  return (
    <Form
      form={form}
      label="Close a cage"
      submit={submit || (cage_ids.length > 1 ? `Close ${cage_ids.length} Cages` : 'Close Cage')}
    >
      <Checkbox.Group label="Cages" {...form.bind('cage_ids')}>
        <div className={classes.cages}>
          {active.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} className={classes.cage ?? ''} />
          ))}
        </div>
      </Checkbox.Group>
      {active.length > 1 && <Checkbox {...allCages} />}
      <Grid gap="sm" className={classes.times}>
        <NativeSelect label="From" data={times.from} {...form.field('start_time')} />
        <NativeSelect
          label="Until"
          data={endsAfter(form.values.start_time)}
          {...form.field('end_time')}
          value={endOf(form.values)}
        />
      </Grid>
      <TextInput
        label="Reason"
        placeholder="Torn net"
        maxLength={200}
        autoComplete="off"
        {...form.field('reason')}
      />
      {choice}
      {hits && !isAdmin && (
        <>
          <Note role="alert">Booked there. Move or cancel it first, or ask an admin.</Note>
          <HitTable hits={hits.hits} />
        </>
      )}
    </Form>
  )
}

/** What is closed only on that day, which the front desk may open again. */
function ClosedThen({ day, zone }: { day: string; zone: string }) {
  const { data } = useQuery(read('GET /api/closures', { from: day, to: day }))
  const closures = data?.closures.filter((closure) => isWithinDay(closure, day, zone)) ?? []
  const open = useCall('DELETE /api/closures/:closure_id', { touches: touches.closures })
  if (closures.length === 0) return null
  return (
    <section className={classes.closed} aria-labelledby="closed-then">
      <h3 id="closed-then">Closed on {formatDay(day)}</h3>
      <ul>
        {closures.map((closure) => (
          <li key={closure.id}>
            <Text as="span" breaks shrinks className={classes.what}>
              <strong>{closure.cages.map(({ name }) => name).join(', ')}</strong>
              <span>
                {formatTimeRange(closure.start_time, closure.end_time, zone)}, {closure.reason}
              </span>
            </Text>
            <Button
              variant="default"
              disabled={open.isPending}
              aria-label={`Open ${closure.cages.map(({ name }) => name).join(', ')} again`}
              onClick={async () => {
                const outcome = await open.attempt({ closure_id: closure.id })
                if (outcome && 'answer' in outcome) toast.success(outcome.answer.message)
              }}
            >
              Open Again
            </Button>
          </li>
        ))}
      </ul>
      <AttemptError error={open.error} button="Open Again" />
    </section>
  )
}
