import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import type { Facility } from '../../shared/contract/facility.ts'
import { isClosedOn } from '../../shared/domain/openingHours.ts'
import { formatDay } from '../../shared/domain/timeFormat.ts'
import classes from './DayCalendar.module.css'
import type { DayRange } from './dayChoices.ts'

interface DayCalendarProps {
  day: string
  range: DayRange
  facility: Facility
  onPick: (day: string) => void
}

/**
 * The month in which a day is picked. Days that are past, closed or beyond the booking window cannot be.
 * Every day in it is a plain `yyyy-MM-dd`; what is today is said by the facility's clock and not by the browser's.
 */
export default function DayCalendar({ day, range, facility, onPick }: DayCalendarProps) {
  const [month, setMonth] = useState(day)
  const [shown, setShown] = useState(day)
  if (shown !== day) {
    setShown(day)
    setMonth(day)
  }
  return (
    <section aria-label="Date">
      <DatePicker
        value={day}
        onChange={(picked) => picked && onPick(picked)}
        date={month}
        onDateChange={setMonth}
        minDate={range.first}
        maxDate={range.last}
        excludeDate={(candidate) => isClosedOn(candidate, facility)}
        getDayAriaLabel={(candidate) => formatDay(candidate, 'long')}
        getDayProps={(candidate) => ({
          'aria-current': candidate === range.first ? 'date' : undefined,
          'data-facility-today': candidate === range.first || undefined,
          'aria-pressed': candidate === day,
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
    </section>
  )
}
