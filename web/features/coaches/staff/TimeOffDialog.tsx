import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import {
  createCoachTimeOff,
  type StrandedBooking,
  type TimeOff,
} from '../../../../shared/contract/lessons/coachHours.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { refreshCoachHours } from '../../../api/queries/ownCoach.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { toast } from '../../../ui/toast.ts'
import { StrandedBookings } from './StrandedDialog.tsx'
import { strandedBy } from './stranded.ts'
import classes from './TimeOffDialog.module.css'

interface TimeOffDialogProps {
  opened: boolean
  facility: Facility
  onClose: () => void
}

/** Takes time off: whole days, or hours of one day. */
export function TimeOffDialog({ opened, facility, onClose }: TimeOffDialogProps) {
  // What the last attempt would have stranded; sent again, it is what the coach has agreed to.
  const [stranded, setStranded] = useState<readonly StrandedBooking[]>([])
  const close = () => {
    setStranded([])
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title="Add Time Off"
      step={stranded.map(({ id }) => id).join()}
      long
    >
      {opened && <TimeOffForm {...{ facility, stranded }} onStranded={setStranded} onClose={close} />}
    </Dialog>
  )
}

type Kind = 'day' | 'days' | 'hours'

const kinds = [
  { value: 'day', title: 'One day', note: 'All day' },
  { value: 'days', title: 'Days', note: 'First to last' },
  { value: 'hours', title: 'Hours', note: 'Of one day' },
] as const satisfies readonly { value: Kind; title: string; note: string }[]

/** Every half hour from 6:00 AM to 11:30 PM. */
const halfHours = Array.from({ length: 36 }, (_, index) => {
  const minute = 6 * 60 + index * 30
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 === 0 ? '00' : '30'}`
}).map((value) => ({ value, label: formatWallTime(value) }))

interface TimeOffFormProps extends Omit<TimeOffDialogProps, 'opened'> {
  stranded: readonly StrandedBooking[]
  onStranded: (bookings: readonly StrandedBooking[]) => void
}

function TimeOffForm({ facility, stranded, onStranded, onClose }: TimeOffFormProps) {
  const today = facilityDay(new Date(), facility.time_zone)
  return (
    <ServerForm
      label="Time off"
      initialValues={{
        kind: 'day' as Kind,
        start_date: today,
        end_date: today,
        start_time: '16:00',
        end_time: '18:00',
        note: '',
      }}
      schema={createCoachTimeOff.body}
      requestOf={({ kind, start_date, end_date, start_time, end_time, note }) => ({
        start_date,
        end_date: kind === 'days' ? end_date : start_date,
        start_time: kind === 'hours' ? start_time : null,
        end_time: kind === 'hours' ? end_time : null,
        note: note.trim(),
        confirm: stranded.map(({ id }) => id),
      })}
      send={async (json, once) => {
        try {
          return await once('POST /api/coach/time-off', json)
        } catch (error) {
          onStranded(strandedBy(error) ?? [])
          throw error
        }
      }}
      refresh={refreshCoachHours}
      fieldOf={(error) => (atFirstDay.some((code) => isRefusal(error, code)) ? 'start_date' : undefined)}
      submit={stranded.length > 0 ? 'Keep Them and Save' : 'Save Time Off'}
      cancel={stranded.length > 0 ? 'Back' : 'Cancel'}
      onCancel={() => (stranded.length > 0 ? onStranded([]) : onClose())}
      onDone={(off: TimeOff) => {
        toast.success(off.start_date === off.end_date ? 'The time is off.' : 'The days are off.')
        onClose()
      }}
    >
      {(form) => {
        const { kind, start_date } = form.values
        // In place of the fields: below them nobody on a phone would see it before pressing the same button again.
        if (stranded.length > 0)
          return (
            <>
              <p tabIndex={-1} ref={focusOnce} className={dialogContent.notice}>
                You are booked then.
              </p>
              <StrandedBookings bookings={stranded} />
            </>
          )
        return (
          <>
            <RadioTiles
              legend="How Long"
              name="time-off-kind"
              tiles={kinds}
              value={kind}
              onPick={(picked) => form.setFieldValue('kind', picked)}
            />
            <div className={classes.pair}>
              <TextInput
                label={kind === 'days' ? 'First day' : 'Day'}
                type="date"
                min={today}
                {...form.getInputProps('start_date')}
                onChange={(event) => {
                  const day = event.currentTarget.value
                  form.setFieldValue('start_date', day)
                  if (form.values.end_date < day) form.setFieldValue('end_date', day)
                }}
              />
              {kind === 'days' && (
                <TextInput
                  label="Last day"
                  type="date"
                  min={start_date}
                  {...form.getInputProps('end_date')}
                />
              )}
            </div>
            {kind === 'hours' && (
              <div className={classes.pair}>
                <NativeSelect
                  label="From"
                  size="md"
                  data={halfHours.slice(0, -1)}
                  {...form.getInputProps('start_time')}
                />
                <NativeSelect
                  label="To"
                  size="md"
                  data={halfHours.slice(1)}
                  {...form.getInputProps('end_time')}
                />
              </div>
            )}
            <TextInput
              label="Note (optional)"
              description="Only you see it."
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps('note')}
            />
          </>
        )
      }}
    </ServerForm>
  )
}

const focusOnce = (notice: HTMLElement | null) => notice?.focus()

const atFirstDay = ['time_off_past', 'time_off_overlaps', 'clocks_change', 'bookings_stranded'] as const
