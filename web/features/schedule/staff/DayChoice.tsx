import { Link } from '@tanstack/react-router'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayParts, formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { Grid, Text } from '../../../ui/layout.tsx'
import classes from './DayChoice.module.css'
import { countOf, type ShownDay } from './WeekView.tsx'

interface DayChoiceProps {
  /** One week, or the weeks of a month. */
  days: readonly ShownDay[]
  /** The chosen day, whose bookings are listed below. */
  date: string
  /** Days of other months are paler. */
  isMonth: boolean
  zone: string
  now: Date
}

/** A week or a month on a phone: the days, each with how much is on it, of which one is chosen. */
export function DayChoice({ days, date, isMonth, zone, now }: DayChoiceProps) {
  const today = facilityDay(now, zone)
  return (
    <nav aria-label="Days">
      <Grid as="ol" gap={4} className={classes.days}>
        {days.map((day) => {
          const { weekday, date: number } = dayParts(day.date)
          return (
            <li key={day.date}>
              <Link
                from="/admin/schedule"
                search={(before) => ({ ...before, date: day.date })}
                replace
                resetScroll={false}
                className={classes.day}
                data-outside={(isMonth && day.date.slice(0, 7) !== date.slice(0, 7)) || undefined}
                data-today={day.date === today || undefined}
                aria-current={day.date === date ? 'date' : undefined}
                aria-label={`${formatDay(day.date, 'long')}, ${countOf(day.total)}`}
              >
                {!isMonth && (
                  <Text as="span" tone="dim" strong className={classes.weekday}>
                    {weekday}
                  </Text>
                )}
                <span className={classes.number}>{number}</span>
                <Text
                  as="span"
                  tone="dim"
                  numbers
                  className={classes.count}
                  data-unpaid={day.pending > 0 || undefined}
                >
                  {day.total || ''}
                </Text>
              </Link>
            </li>
          )
        })}
      </Grid>
    </nav>
  )
}
