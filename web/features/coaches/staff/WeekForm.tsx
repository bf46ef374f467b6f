import { Button, NativeSelect, Switch } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { hourChoices, type WeekdayHours } from '../../../../shared/domain/lessons/coachHours.ts'
import { formatWallTime, weekdayNames } from '../../../../shared/domain/time/timeFormat.ts'
import { refreshCoachHours } from '../../../api/queries/ownCoach.ts'
import { refreshStaffCoaches } from '../../../api/queries/staffCoaches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { SuccessDialog } from '../../../components/staff/SuccessDialog.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import classes from './AvailabilityTab.module.css'
import { StrandedDialog } from './StrandedDialog.tsx'
import { strandedBy } from './stranded.ts'

/** As people read a week here: Sunday last. */
const mondayFirst = [1, 2, 3, 4, 5, 6, 0]

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
  const [week, setWeek] = useState(saved)
  // A week that was saved, here or on another device, replaces what is shown.
  const [known, setKnown] = useState(saved)
  if (known !== saved) {
    setKnown(saved)
    setWeek(saved)
  }
  const [done, setDone] = useState(false)
  const save = useAttempt({
    send: (confirm: readonly string[], once) => {
      const json = { week: [...week], confirm: [...confirm] }
      return coachId === undefined
        ? once('PUT /api/coach/availability', json)
        : once('PUT /api/admin/coaches/:id/hours', { id: coachId, ...json })
    },
    refresh: coachId === undefined ? refreshCoachHours : refreshStaffCoaches,
  })
  const changed = JSON.stringify(week) !== JSON.stringify(saved)
  const stranded = strandedBy(save.error)
  const change = (weekday: number, part: Partial<WeekdayHours>) =>
    setWeek(week.map((row) => (row.day_of_week === weekday ? changedDay(row, part) : row)))

  async function attempt(confirm: readonly string[]) {
    const outcome = await save.attempt(confirm)
    if (!outcome || !('answer' in outcome)) return
    if (onSaved) onSaved()
    else setDone(true)
  }

  return (
    <form
      className={classes.part}
      {...(coachId === undefined ? { 'aria-labelledby': 'weekly-hours' } : { 'aria-label': 'Weekly Hours' })}
      onSubmit={(event) => {
        event.preventDefault()
        void attempt([])
      }}
    >
      {coachId === undefined && (
        <div className={classes.head}>
          <h2 id="weekly-hours" className={classes.heading}>
            Weekly Hours
          </h2>
          <p className={classes.about}>
            Clients can book you at these times, while the facility is open and a cage is free.
          </p>
        </div>
      )}
      <ul className={classes.rows}>
        {mondayFirst.flatMap((weekday) => {
          const row = week[weekday]
          return row
            ? [
                <Weekday
                  key={weekday}
                  row={row}
                  isClosed={facility.opening_hours.every(({ day_of_week }) => day_of_week !== weekday)}
                  disabled={save.isPending}
                  onChange={(part) => change(weekday, part)}
                />,
              ]
            : []
        })}
      </ul>
      <div className={classes.foot} data-changed={changed || undefined}>
        <Button type="submit" color="stitch.6" loading={save.isPending && !stranded} disabled={!changed}>
          Save Availability
        </Button>
        {changed && (
          <Button variant="default" disabled={save.isPending} onClick={() => setWeek(saved)}>
            Discard Changes
          </Button>
        )}
        {!stranded && save.error && (
          <AttemptError
            error={save.error}
            failure="Failed to save availability:"
            button="Save Availability"
          />
        )}
      </div>
      <StrandedDialog
        bookings={stranded}
        isPending={save.isPending}
        forStaff={coachId !== undefined}
        onKeep={(ids) => void attempt(ids)}
        onClose={save.forgetError}
      />
      <SuccessDialog
        message={done ? 'Availability saved successfully!' : undefined}
        onClose={() => setDone(false)}
      />
      <LeaveUnsaved changed={changed} />
    </form>
  )
}

/** Asks before changed hours are left without saving: for another tab, by Back, or with the window. */
function LeaveUnsaved({ changed }: { changed: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: changed,
    disabled: !changed,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title="Leave Without Saving?"
      text="The weekly hours that you have changed are not saved yet."
      label="Discard Changes"
      dismissLabel="Keep Editing"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
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
        size="md"
        color="stitch.6"
        checked={row.is_available}
        disabled={disabled}
        onChange={(event) => onChange({ is_available: event.currentTarget.checked })}
        label={
          <>
            {name}
            {isClosed && <span className={classes.closed}>Facility Closed</span>}
          </>
        }
      />
      {row.is_available ? (
        <div className={classes.times}>
          <NativeSelect
            aria-label={`${name}, from`}
            size="md"
            value={row.start_time}
            disabled={disabled}
            onChange={(event) => onChange({ start_time: event.currentTarget.value })}
            data={options(choices.slice(0, -1))}
          />
          <span aria-hidden>to</span>
          <NativeSelect
            aria-label={`${name}, to`}
            size="md"
            value={row.end_time}
            disabled={disabled}
            onChange={(event) => onChange({ end_time: event.currentTarget.value })}
            data={options(choices.filter((time) => time > row.start_time))}
          />
        </div>
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
