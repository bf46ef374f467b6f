import { Button, NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { mondayFirst } from '../../../../shared/domain/facility/openingHours.ts'
import { hourChoices, type WeekdayHours } from '../../../../shared/domain/lessons/coachHours.ts'
import { formatWallTime, weekdayNames } from '../../../../shared/domain/time/timeFormat.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { SuccessDialog } from '../../../components/staff/SuccessDialog.tsx'
import { Grid, Heading, List, Row, Text } from '../../../ui/layout.tsx'
import { LeaveUnsaved } from '../../../ui/staff/LeaveUnsaved.tsx'
import classes from './AvailabilityTab.module.css'
import { StrandedDialog } from './StrandedDialog.tsx'
import { strandedBy } from './stranded.ts'

interface WeekFormProps {
  saved: readonly WeekdayHours[]
  facility: Facility
  /** Of another coach, by an admin; without it the coach's own. */
  coachId?: string
  /** Hears that the week was saved, in place of the message that says so. */
  onSaved?: () => void
}

/** The week in which a coach can be booked, one row per weekday; saving replaces all of it (spec 3 §4). */
export function WeekForm({ saved, facility, coachId, onSaved }: WeekFormProps) {
  const [done, setDone] = useState(false)
  const form = useForm({
    values: { week: saved },
    // A week that was saved, here or on another device, replaces what is shown.
    follows: true,
    staysOpen: true,
    request: ({ week }, refusal) => ({
      week: [...week],
      confirm: strandedBy(refusal)?.map(({ id }) => id) ?? [],
    }),
    send: (hours, once) =>
      coachId === undefined
        ? once('PUT /api/coach/availability', hours)
        : once('PUT /api/admin/coaches/:id/hours', { id: coachId, ...hours }),
    touches: touches.coaches,
    onDone: () => (onSaved ? onSaved() : setDone(true)),
  })
  const { week } = form.values
  const stranded = strandedBy(form.refusal)
  const change = (weekday: number, part: Partial<WeekdayHours>) =>
    form.set({ week: week.map((row) => (row.day_of_week === weekday ? changedDay(row, part) : row)) })

  return (
    <form
      className={classes.part}
      {...(coachId === undefined ? { 'aria-labelledby': 'weekly-hours' } : { 'aria-label': 'Weekly Hours' })}
      onSubmit={form.onSubmit}
    >
      {coachId === undefined && (
        <Row apart className={classes.head}>
          <Heading size="2xl" id="weekly-hours">
            Weekly Hours
          </Heading>
          <p className={classes.about}>
            Clients can book you at these times, while the facility is open and a cage is free.
          </p>
        </Row>
      )}
      <List>
        {mondayFirst.flatMap((weekday) => {
          const row = week[weekday]
          return row
            ? [
                <Weekday
                  key={weekday}
                  row={row}
                  isClosed={facility.opening_hours.every(({ day_of_week }) => day_of_week !== weekday)}
                  disabled={form.isPending}
                  onChange={(part) => change(weekday, part)}
                />,
              ]
            : []
        })}
      </List>
      <Row className={classes.foot} data-changed={form.isDirty || undefined}>
        <Button type="submit" color="stitch.6" loading={form.isPending && !stranded} disabled={!form.isDirty}>
          Save Availability
        </Button>
        {form.isDirty && (
          <Button variant="default" disabled={form.isPending} onClick={() => form.set({ week: saved })}>
            Discard Changes
          </Button>
        )}
        {!stranded && (
          <AttemptError
            error={form.problem}
            failure="Failed to save availability:"
            button="Save Availability"
          />
        )}
      </Row>
      <StrandedDialog
        bookings={stranded}
        isPending={form.isPending}
        forStaff={coachId !== undefined}
        onKeep={form.submit}
        onClose={form.forgetProblem}
      />
      <SuccessDialog
        message={done ? 'Availability saved successfully!' : undefined}
        onClose={() => setDone(false)}
      />
      <LeaveUnsaved changed={form.isDirty} text="The weekly hours that you have changed are not saved yet." />
    </form>
  )
}

interface WeekdayProps {
  row: WeekdayHours
  /** The facility has no hours on this weekday. */
  isClosed: boolean
  disabled: boolean
  onChange: (part: Partial<WeekdayHours>) => void
}

function Weekday({ row, isClosed, disabled, onChange }: WeekdayProps) {
  const name = weekdayNames[row.day_of_week] ?? ''
  const choices = choicesOf(row)
  return (
    <li className={classes.day}>
      <Switch
        classNames={{ body: classes.dayLine ?? '', label: classes.dayName ?? '' }}
        checked={row.is_available}
        disabled={disabled}
        onChange={(event) => onChange({ is_available: event.currentTarget.checked })}
        label={
          <>
            {name}
            {isClosed && (
              <Text as="span" tone="dim" size="sm" lighter className={classes.closed}>
                Facility Closed
              </Text>
            )}
          </>
        }
      />
      {row.is_available ? (
        <Grid gap={6} className={classes.times}>
          <NativeSelect
            aria-label={`${name}, from`}
            value={row.start_time}
            disabled={disabled}
            onChange={(event) => onChange({ start_time: event.currentTarget.value })}
            data={options(choices.slice(0, -1))}
          />
          <span aria-hidden>to</span>
          <NativeSelect
            aria-label={`${name}, to`}
            value={row.end_time}
            disabled={disabled}
            onChange={(event) => onChange({ end_time: event.currentTarget.value })}
            data={options(choices.filter((time) => time > row.start_time))}
          />
        </Grid>
      ) : (
        !isClosed && <span className={classes.none}>Not available</span>
      )}
    </li>
  )
}

const options = (times: readonly string[]) =>
  times.map((time) => ({ value: time, label: formatWallTime(time) }))

/** What the weekday offers, and what is stored already where that is something else. */
const choicesOf = ({ day_of_week, start_time, end_time, is_available }: WeekdayHours): string[] =>
  [...new Set([...hourChoices(day_of_week), ...(is_available ? [start_time, end_time] : [])])].sort()

/** A day that is switched on gets hours that can be chosen; an end that is no longer later moves to the next choice. */
function changedDay(row: WeekdayHours, part: Partial<WeekdayHours>): WeekdayHours {
  const day = { ...row, ...part }
  const choices = hourChoices(day.day_of_week)
  const [first = '', last = ''] = [choices[0], choices.at(-1)]
  if (part.is_available && (day.start_time < first || day.end_time > last))
    return { ...day, start_time: first, end_time: last }
  if (day.end_time > day.start_time) return day
  return { ...day, end_time: choices.find((time) => time > day.start_time) ?? last }
}
