import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayParts, formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { useRovingFocus } from '../../../ui/useRovingFocus.ts'
import { DayNotes } from './DayNotes.tsx'
import { EntryButton } from './EntryButton.tsx'
import { entryPresses } from './entryPresses.ts'
import classes from './MonthView.module.css'
import { nearestStop, stop } from './nearestStop.ts'
import { countOf, type DaysViewProps, type ShownDay } from './WeekView.tsx'

/** How many bookings a day of the month names (spec 3 §9). */
export const mostOfMonthDay = 3

interface MonthViewProps extends DaysViewProps {
  /** A day of the month shown; the others fill its first and last week. */
  date: string
}

/** The month in weeks from Monday; each day with its first bookings (spec 3 §2). */
export function MonthView({ days, date, zone, now, onPress }: MonthViewProps) {
  const frame = useRef<HTMLElement>(null)
  const today = facilityDay(now, zone)
  return (
    <section
      ref={frame}
      aria-label="Month"
      data-own-keys
      className={classes.month}
      {...entryPresses(onPress)}
      {...useRovingFocus(frame, { next: nearestStop })}
    >
      <div className={classes.weekdays} aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day.date}>{dayParts(day.date).weekday}</span>
        ))}
      </div>
      <ol className={classes.days}>
        {days.map((day) => (
          <MonthDay
            key={day.date}
            day={day}
            isOutside={day.date.slice(0, 7) !== date.slice(0, 7)}
            isToday={day.date === today}
            zone={zone}
          />
        ))}
      </ol>
    </section>
  )
}

interface MonthDayProps {
  day: ShownDay
  isOutside: boolean
  isToday: boolean
  zone: string
}

function MonthDay({ day: { date, total, bookings, notes }, isOutside, isToday, zone }: MonthDayProps) {
  const shown = bookings.slice(0, mostOfMonthDay)
  const { month, date: number } = dayParts(date)
  const hidden = total - shown.length
  const toDay = {
    from: '/admin/schedule',
    search: (before: object) => ({ ...before, view: undefined, date }),
    // The link to the chosen day is not the page shown.
    activeOptions: { exact: true, includeSearch: true },
  } as const
  return (
    <li className={classes.day} data-outside={isOutside || undefined}>
      <Link
        {...toDay}
        {...stop(date)}
        className={classes.number}
        data-today={isToday || undefined}
        aria-current={isToday ? 'date' : undefined}
        aria-label={`${formatDay(date, 'long')}, ${countOf(total)}`}
      >
        {number === 1 ? `${month} ${number}` : number}
      </Link>
      <DayNotes day={date} notes={notes} zone={zone} />
      {shown.map((entry) => (
        <EntryButton key={entry.id} entry={entry} day={date} zone={zone} look="line" />
      ))}
      {hidden > 0 && (
        <Link
          {...toDay}
          {...stop(`${date} more`)}
          className={classes.more}
          aria-label={`${hidden} more on ${formatDay(date, 'long')}`}
        >
          +{hidden} more
        </Link>
      )}
    </li>
  )
}
