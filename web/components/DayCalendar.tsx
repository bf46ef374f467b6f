import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import type { Facility } from '../../shared/contract/facility/facility.ts'
import { isClosedOn } from '../../shared/domain/facility/openingHours.ts'
import { compareDays, mondayOf } from '../../shared/domain/time/time.ts'
import { formatDay } from '../../shared/domain/time/timeFormat.ts'
import { Row } from '../ui/layout.tsx'
import classes from './DayCalendar.module.css'
import { type DayRange, isInRange } from './dayChoices.ts'

/** The days with times of the month that is shown: null while unknown, undefined where days are not marked. */
export type FreeDays = readonly string[] | null | undefined

interface DayCalendarProps {
  day: string
  range: DayRange
  facility: Facility
  /** The others can still be picked: a time may just have become free. */
  freeDays?: FreeDays
  onPick: (day: string) => void
  /** Another month is looked at, told by one of its days. */
  onMonth?: ((day: string) => void) | undefined
}

/**
 * The month in which a day is picked. Days that are past, closed or beyond the booking window cannot be, and weeks that are
 * over are not shown.
 * Every day in it is a plain `yyyy-MM-dd`; what is today is said by the facility's clock and not by the browser's.
 */
export default function DayCalendar({ day, range, facility, freeDays, onPick, onMonth }: DayCalendarProps) {
  const [month, setMonth] = useState(day)
  const [shown, setShown] = useState(day)
  if (shown !== day) {
    setShown(day)
    setMonth(day)
  }
  const isFull = (candidate: string) =>
    freeDays &&
    isInRange(candidate, range) &&
    !freeDays.includes(candidate) &&
    !isClosedOn(candidate, facility)
  const thisWeek = mondayOf(range.first)
  return (
    <section className={classes.calendar} aria-label="Date">
      <DatePicker
        value={day}
        onChange={(picked) => picked && onPick(picked)}
        date={month}
        onDateChange={(shown) => {
          setMonth(shown)
          onMonth?.(shown)
        }}
        minDate={range.first}
        maxDate={range.last}
        excludeDate={(candidate) => isClosedOn(candidate, facility)}
        getDayAriaLabel={(candidate) =>
          isFull(candidate) ? `${formatDay(candidate, 'long')}, no free times` : formatDay(candidate, 'long')
        }
        getDayProps={(candidate) => ({
          'aria-current': candidate === range.first ? 'date' : undefined,
          'data-facility-today': candidate === range.first || undefined,
          'aria-pressed': candidate === day,
          // The library's is by the browser's clock, and takes the place of an undefined one.
          'data-today': false,
          'data-full': isFull(candidate) || undefined,
          'data-past-week': compareDays(candidate, thisWeek) < 0 || undefined,
        })}
        firstDayOfWeek={1}
        weekdayFormat="ddd"
        maxLevel="month"
        hideOutsideDates
        fullWidth
        previousLabel="Previous month"
        nextLabel="Next month"
        classNames={{
          calendarHeader: classes.header ?? '',
          calendarHeaderControl: classes.control ?? '',
          calendarHeaderLevel: classes.level ?? '',
          weekday: classes.weekday ?? '',
          day: classes.day ?? '',
        }}
      />
      {freeDays !== undefined && (
        <Row as="p" gap={8} nowrap above={8} className={classes.legend} aria-hidden>
          <span className={classes.sample} />
          No free times
        </Row>
      )}
    </section>
  )
}
