import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import {
  createCoachTimeOff,
  listTimeOffConflicts,
  type StrandedBooking,
} from '../../../../shared/contract/lessons/coachHours.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { Grid } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { toast } from '../../../ui/toast.ts'
import { StrandedBookings } from './StrandedDialog.tsx'
import { strandedBy } from './stranded.ts'
import classes from './TimeOffDialog.module.css'

/** What the dialog begins with: a day, or hours of it. */
export interface TimeOffStart {
  readonly day?: string
  /** `HH:mm` */
  readonly hours?: { readonly start: string; readonly end: string }
}

interface TimeOffDialogProps {
  facility: Facility
  /** Undefined: the dialog is closed. */
  of: TimeOffStart | undefined
  onClose: () => void
}

/** Takes time off: whole days, or hours of one day. */
export function TimeOffDialog({ facility, of, onClose }: TimeOffDialogProps) {
  // What the last attempt would have stranded; sent again, it is what the coach has agreed to.
  const [stranded, setStranded] = useState<readonly StrandedBooking[]>([])
  const close = () => {
    setStranded([])
    onClose()
  }
  return (
    <FormDialog
      of={of}
      onClose={close}
      title="Add Time Off"
      step={stranded.map(({ id }) => id).join()}
      long
      leave={{ title: 'Discard your changes?', text: 'What you entered is lost.', label: 'Discard' }}
    >
      {(start, done, cancel) => (
        <TimeOffForm
          facility={facility}
          start={start}
          stranded={stranded}
          onStranded={setStranded}
          onDone={done}
          onCancel={cancel}
        />
      )}
    </FormDialog>
  )
}

type Kind = 'day' | 'days' | 'hours'

const kinds = [
  { value: 'day', title: 'One Day', note: 'All day' },
  { value: 'days', title: 'Days', note: 'First to last' },
  { value: 'hours', title: 'Hours', note: 'Of one day' },
] as const satisfies readonly { value: Kind; title: string; note: string }[]

/** Every half hour from 6:00 AM to 11:30 PM. */
const times = Array.from({ length: 36 }, (_, index) => {
  const minute = 6 * 60 + index * 30
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 === 0 ? '00' : '30'}`
})
const halfHours = () => times.map((value) => ({ value, label: formatWallTime(value) }))

interface Fields {
  readonly kind: Kind
  readonly start_date: string
  readonly end_date: string
  readonly start_time: string
  readonly end_time: string
}

/** The time that the fields stand for, as requests have it. */
const rangeOf = ({ kind, start_date, end_date, start_time, end_time }: Fields) => ({
  start_date,
  end_date: kind === 'days' ? end_date : start_date,
  start_time: kind === 'hours' ? start_time : null,
  end_time: kind === 'hours' ? end_time : null,
})

/** What is booked in the time that is chosen, before it is saved; nothing while that is not known. */
function useConflicts(values: Fields): readonly StrandedBooking[] {
  const { start_date, end_date, ...hours } = rangeOf(values)
  const { start_time, end_time } = hours
  const range = { start_date, end_date, ...(start_time && end_time && { start_time, end_time }) }
  const { data = [] } = useQuery({
    ...read('GET /api/coach/time-off/conflicts', range),
    enabled: listTimeOffConflicts.query.safeParse(range).success,
    staleTime: 0,
  })
  return data
}

interface TimeOffFormProps {
  facility: Facility
  start: TimeOffStart
  stranded: readonly StrandedBooking[]
  onStranded: (bookings: readonly StrandedBooking[]) => void
  onDone: () => void
  onCancel: () => void
}

function TimeOffForm({ facility, start, stranded, onStranded, onDone, onCancel }: TimeOffFormProps) {
  const today = facilityDay(new Date(), facility.time_zone)
  const form = useForm({
    values: {
      kind: (start.hours ? 'hours' : 'day') as Kind,
      start_date: start.day ?? today,
      end_date: start.day ?? today,
      start_time: start.hours?.start ?? '16:00',
      end_time: start.hours?.end ?? '18:00',
      note: '',
    },
    schema: createCoachTimeOff.body,
    request: (values) => ({
      ...rangeOf(values),
      note: values.note.trim(),
      confirm: (stranded.length > 0 ? stranded : conflicts).map(({ id }) => id),
    }),
    send: (off, once) => once('POST /api/coach/time-off', off),
    touches: touches.coaches,
    onRefused: (error) => onStranded(strandedBy(error) ?? []),
    fieldOf: {
      time_off_past: 'start_date',
      time_off_overlaps: 'start_date',
      clocks_change: 'start_date',
      bookings_stranded: 'start_date',
    },
    onDone: () => {
      toast.success('Time off saved.')
      onDone()
    },
  })
  const { kind, start_date, end_date } = form.values
  const conflicts = useConflicts(form.values)
  // In place of the fields: below them nobody on a phone would see it before pressing the same button again.
  if (stranded.length > 0)
    return (
      <Form
        form={form}
        label="Time off"
        submit="Keep Them and Save"
        cancel="Back"
        onCancel={() => {
          // Without what was said at the day: the list that it speaks of is gone.
          form.replace(form.values)
          onStranded([])
        }}
      >
        <Note tabIndex={-1} ref={focusOnce}>
          You’re booked then.
        </Note>
        <StrandedBookings bookings={stranded} />
      </Form>
    )
  return (
    <Form
      form={form}
      label="Time off"
      submit={conflicts.length > 0 ? 'Keep Them and Save' : 'Save Time Off'}
      onCancel={onCancel}
    >
      <RadioTiles
        legend="How Long"
        name="time-off-kind"
        tiles={kinds}
        value={kind}
        onPick={(picked) => form.set({ kind: picked })}
      />
      <Grid className={classes.pair}>
        <DateField
          label={kind === 'days' ? 'First Day' : 'Day'}
          min={today}
          {...form.field('start_date')}
          onChange={({ currentTarget: { value } }) =>
            form.set({ start_date: value, ...(end_date < value && { end_date: value }) })
          }
        />
        {kind === 'days' && <DateField label="Last Day" min={start_date} {...form.field('end_date')} />}
      </Grid>
      {kind === 'hours' && (
        <Grid className={classes.pair}>
          <NativeSelect label="From" data={halfHours().slice(0, -1)} {...form.field('start_time')} />
          <NativeSelect label="To" data={halfHours().slice(1)} {...form.field('end_time')} />
        </Grid>
      )}
      <TextInput
        label="Note (optional)"
        description="Only you see it."
        maxLength={200}
        autoComplete="off"
        {...form.field('note')}
      />
      {conflicts.length > 0 && (
        <>
          <Note role="status">You’re booked then.</Note>
          <StrandedBookings bookings={conflicts} />
        </>
      )}
    </Form>
  )
}

const focusOnce = (notice: HTMLElement | null) => notice?.focus()
