import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  cagesPerCampSession,
  campTimes,
  mostCampTimeslots,
  overlappingTimeslot,
} from '../../../../shared/domain/programs/campFields.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { read } from '../../../api/read.ts'
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import classes from './CampForm.module.css'
import { ConflictList } from './ConflictList.tsx'
import { type CampValues, daysOf, filled, movedToStart, outside, type TimeslotValues } from './campForm.ts'

const timeChoices = () => campTimes.map((value) => ({ value, label: formatWallTime(value) }))
const starts = () => timeChoices().slice(0, -1)
const endsAfter = (start: string) => timeChoices().filter(({ value }) => value > start)
/** How long after the last change the server is asked, in milliseconds. */
const pause = 500

interface TimeslotFieldsProps {
  values: CampValues
  /** The camp that is changed: its own times are not in the way. */
  campId: string | undefined
  error: string | undefined
  onChange: (timeslots: readonly TimeslotValues[]) => void
}

/** When the camp takes place: times filled in for several days at once, then changed one by one. */
export function TimeslotFields({ values, campId, error, onChange }: TimeslotFieldsProps) {
  const { timeslots } = values
  const days = daysOf(values)
  const lost = outside(values)
  const change = (slot: TimeslotValues, part: Partial<TimeslotValues>) =>
    onChange(timeslots.map((each) => (each === slot ? { ...each, ...part } : each)))
  return (
    <Stack as="fieldset" gap="sm" className={classes.section}>
      <legend>Dates and Times</legend>
      <Text tone="dim">
        Each time takes {cagesPerCampSession} cages and all coaches. You can save without times and add them
        later.
      </Text>
      {days.length === 0 ? (
        <Text tone="dim">Choose the start and end date first.</Text>
      ) : (
        <FillDays
          key={`${days[0]} ${days.length}`}
          days={days}
          full={timeslots.length >= mostCampTimeslots}
          onFill={(chosen, time) => onChange(filled(timeslots, chosen, time))}
        />
      )}
      {lost.length > 0 && (
        <Note as="div" role="status">
          <Text below="xs">
            {lost.length === 1 ? '1 time is' : `${lost.length} times are`} not between the start and the end
            date.
          </Text>
          <Row align="stretch" className={classes.inline}>
            <Button size="sm" variant="default" onClick={() => onChange(movedToStart(values))}>
              Move All to the New Dates
            </Button>
            <Button
              size="sm"
              variant="default"
              onClick={() => onChange(timeslots.filter((slot) => !lost.includes(slot)))}
            >
              Remove Them
            </Button>
          </Row>
        </Note>
      )}
      {timeslots.length > 0 && (
        <ul className={classes.slots} aria-label="Times">
          {timeslots.map((slot, index) => {
            const name = `${formatDay(slot.date)}, ${formatWallTime(slot.start_time)}`
            const choices = days.includes(slot.date) ? days : [slot.date, ...days]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps the focus while its day and times change
              <li key={index}>
                <NativeSelect
                  aria-label={`Day: ${name}`}
                  data={choices.map((value) => ({ value, label: formatDay(value) }))}
                  value={slot.date}
                  onChange={({ currentTarget: { value } }) => change(slot, { date: value })}
                />
                <NativeSelect
                  aria-label={`Start: ${name}`}
                  data={starts()}
                  value={slot.start_time}
                  onChange={({ currentTarget: { value } }) =>
                    change(slot, {
                      start_time: value,
                      ...(slot.end_time <= value && { end_time: endsAfter(value)[0]?.value ?? value }),
                    })
                  }
                />
                <NativeSelect
                  aria-label={`End: ${name}`}
                  data={endsAfter(slot.start_time)}
                  value={slot.end_time}
                  onChange={({ currentTarget: { value } }) => change(slot, { end_time: value })}
                />
                <Button
                  variant="default"
                  className={classes.iconButton ?? ''}
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(timeslots.filter((each) => each !== slot))}
                >
                  <IconTrash size={20} aria-hidden />
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {error && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
      <Availability values={values} campId={campId} onChange={onChange} />
    </Stack>
  )
}

interface FillDaysProps {
  days: readonly string[]
  full: boolean
  onFill: (days: readonly string[], time: { start_time: string; end_time: string }) => void
}

/** The same time on the days that are checked: all of them at first. */
function FillDays({ days, full, onFill }: FillDaysProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(days))
  const [start, setStart] = useState('09:00')
  const [end, setEnd] = useState('12:00')
  return (
    <Stack gap="sm" className={classes.fill}>
      {days.length > 1 && (
        <fieldset className={classes.days}>
          <legend>Days</legend>
          {days.map((day) => (
            <Checkbox
              key={day}
              label={formatDay(day)}
              checked={chosen.has(day)}
              onChange={({ currentTarget: { checked } }) => {
                const next = new Set(chosen)
                if (checked) next.add(day)
                else next.delete(day)
                setChosen(next)
              }}
            />
          ))}
        </fieldset>
      )}
      <Grid gap="xs" className={classes.fillTime}>
        <NativeSelect
          label="From"
          data={starts()}
          value={start}
          onChange={({ currentTarget: { value } }) => {
            setStart(value)
            if (end <= value) setEnd(endsAfter(value)[0]?.value ?? value)
          }}
        />
        <NativeSelect
          label="To"
          data={endsAfter(start)}
          value={end}
          onChange={({ currentTarget: { value } }) => setEnd(value)}
        />
        <Button
          variant="default"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={chosen.size === 0 || full}
          onClick={() =>
            onFill(
              days.filter((day) => chosen.has(day)),
              { start_time: start, end_time: end },
            )
          }
        >
          {chosen.size === 1 ? 'Add Time' : `Add on ${chosen.size} Days`}
        </Button>
      </Grid>
    </Stack>
  )
}

const timesText = (count: number): string =>
  count === 1 ? 'The time has' : count === 2 ? 'Both times have' : `All ${count} times have`

/** Whether the times have their cages and coaches, asked while they are entered; a save decides. */
function Availability({ values, campId, onChange }: Omit<TimeslotFieldsProps, 'error'>) {
  const { timeslots, coach_ids } = values
  const planned = {
    ...(campId && { camp_id: campId }),
    timeslots: timeslots.map(({ date, start_time, end_time }) => ({ date, start_time, end_time })),
    coach_ids: [...coach_ids],
  }
  const [settled] = useDebouncedValue(planned, pause)
  const isClear = timeslots.length > 0 && !overlappingTimeslot(timeslots)
  const found = useQuery({
    ...read('POST /api/admin/camps/preview', settled),
    staleTime: 0,
    enabled: isClear && settled.timeslots.length > 0,
    placeholderData: keepPreviousData,
  })
  if (!isClear || !found.data) return null
  const { conflicts } = found.data
  if (conflicts.length === 0)
    return (
      <p className={classes.allFree} role="status">
        {timesText(timeslots.length)} 3 free cages
        {coach_ids.length > 0 && ' and the coaches'}.
      </p>
    )
  return (
    <div role="status">
      <Note>
        {conflicts.length === 1 ? '1 time is' : `${conflicts.length} times are`} not free. Change this to save
        the camp.
      </Note>
      <ConflictList
        conflicts={conflicts}
        onMove={(conflict, time) =>
          onChange(
            timeslots.map((slot) =>
              slot.date === conflict.date && slot.start_time === conflict.start_time
                ? { ...slot, ...time }
                : slot,
            ),
          )
        }
      />
    </div>
  )
}
