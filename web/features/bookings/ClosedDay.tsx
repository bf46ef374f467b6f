import { Link } from '@tanstack/react-router'
import type { Facility } from '../../../shared/contract/facility.ts'
import { formatHoursLines } from '../../../shared/domain/openingHours.ts'
import { dayOfWeek } from '../../../shared/domain/time.ts'
import { formatDay, weekdayNames } from '../../../shared/domain/timeFormat.ts'
import { type DayRange, dayChoices } from '../../components/dayChoices.ts'
import classes from './ClosedDay.module.css'

/** In place of the grid on a day when nobody can book: why, and the next day when one can. */
export function ClosedDay({ day, range, facility }: { day: string; range: DayRange; facility: Facility }) {
  const special = facility.special_days.find(({ date }) => date === day)
  const { nextDay, previousDay } = dayChoices(day, range, facility)
  const other = nextDay ?? previousDay
  return (
    <section className={classes.closed}>
      <h3 className={classes.title}>
        {special
          ? `We're Closed on ${formatDay(day, 'long')}`
          : `We're Closed on ${weekdayNames[dayOfWeek(day)]}s`}
      </h3>
      {special?.reason && <p className={classes.line}>{special.reason}</p>}
      {!special &&
        formatHoursLines(facility.opening_hours).map((line) => (
          <p key={line} className={classes.line}>
            {line}
          </p>
        ))}
      {other && (
        <Link to="/book-cage" search={{ date: other }} className={classes.next}>
          See {formatDay(other, 'short')}
        </Link>
      )}
    </section>
  )
}
