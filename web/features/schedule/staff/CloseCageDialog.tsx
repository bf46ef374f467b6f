import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { ClosureHit } from '../../../../shared/contract/facility/closures.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { call } from '../../../api/call.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useCall } from '../../../api/useAttempt.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './CloseCage.module.css'
import { closableTimes, hitText, isWithinDay, usualEnd } from './closeCage.ts'

interface CloseCageDialogProps {
  opened: boolean
  onClose: () => void
  /** The day that is shown; from now on where it is today. */
  day: string
  facility: Facility
  cages: ScheduleDay['cages']
  now: Date
}

/** Takes a cage out of use for a part of the day, where nothing is booked, and opens it again. */
export const CloseCageDialog = ({ opened, ...props }: CloseCageDialogProps) => (
  <FormDialog of={opened ? props : undefined} onClose={props.onClose} title="Close a Cage" long>
    {(shown) => (
      <>
        <CloseCage {...shown} />
        <ClosedThen day={shown.day} zone={shown.facility.time_zone} />
      </>
    )}
  </FormDialog>
)

interface Hits {
  readonly hits: readonly ClosureHit[]
  /** What was asked for. */
  readonly of: object
}

function CloseCage({ onClose, day, facility, cages, now }: Omit<CloseCageDialogProps, 'opened'>) {
  const zone = facility.time_zone
  const [times] = useState(() => closableTimes(day, now, zone))
  const [found, setFound] = useState<Hits>()
  const endsAfter = (start: string) => times.to.filter(({ value }) => value > start)
  const endOf = ({ start_time, end_time }: { start_time: string; end_time: string }): string =>
    end_time > start_time ? end_time : (endsAfter(start_time).at(-1)?.value ?? '')
  const form = useForm({
    values: {
      cage_ids: [] as string[],
      start_time: times.from[0]?.value ?? '',
      end_time: usualEnd(day, facility, times.to),
      reason: '',
    },
    check({ cage_ids, reason }): { cage_ids?: string; reason?: string } {
      if (cage_ids.length === 0) return { cage_ids: 'Please choose at least one cage.' }
      return reason.trim() === '' ? { reason: 'Please write a reason.' } : {}
    },
    request: (values) => ({ ...values, end_time: endOf(values) }),
    async send({ reason, ...range }, once) {
      const { hits } = await call('POST /api/closures/preview', range)
      if (hits.length === 0) await once('POST /api/closures', { ...range, reason })
      return hits
    },
    touches: touches.closures,
    staysOpen: true,
    onDone(hits) {
      setFound({ hits, of: form.values })
      if (hits.length > 0) return
      const { cage_ids, start_time } = form.values
      const names = cages.filter(({ id }) => cage_ids.includes(id)).map(({ name }) => name)
      toast.success(`${names.join(', ')}: closed ${formatTimeRange(start_time, endOf(form.values), zone)}.`)
      onClose()
    },
  })
  const hits = found?.of === form.values ? found.hits : []
  return (
    <Form form={form} label="Close a cage" submit="Close Cage">
      <Checkbox.Group label="Cages" {...form.bind('cage_ids')}>
        <div className={classes.cages}>
          {cages
            .filter(({ is_active }) => is_active)
            .map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} size="md" className={classes.cage ?? ''} />
            ))}
        </div>
      </Checkbox.Group>
      <div className={classes.times}>
        <NativeSelect label="From" size="md" data={times.from} {...form.field('start_time')} />
        <NativeSelect
          label="Until"
          size="md"
          data={endsAfter(form.values.start_time)}
          {...form.field('end_time')}
          value={endOf(form.values)}
        />
      </div>
      <TextInput
        label="Reason"
        placeholder="Torn net"
        size="md"
        maxLength={200}
        autoComplete="off"
        {...form.field('reason')}
      />
      {hits.length > 0 && (
        <div className={dialogContent.notice} role="alert">
          <Text>Booked there. Move or cancel it first, or ask an admin.</Text>
          <ul className={classes.hits}>
            {hits.map((hit) => (
              <li key={`${hit.kind} ${hit.id}`}>{hitText(hit, zone)}</li>
            ))}
          </ul>
        </div>
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
            <span className={classes.what}>
              <strong>{closure.cages.map(({ name }) => name).join(', ')}</strong>
              <span>
                {formatTimeRange(closure.start_time, closure.end_time, zone)}, {closure.reason}
              </span>
            </span>
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
