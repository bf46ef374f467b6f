import { Link } from '@tanstack/react-router'
import { dayParts, formatDay } from '../../../shared/domain/timeFormat.ts'
import classes from './DayStrip.module.css'

interface DayTileProps {
  day: string
  closed: boolean
  chosen: boolean
  today: boolean
  /** From today to the end of the booking window. */
  bookable: boolean
}

/** One day of a strip. Closed days say so and cannot be chosen (spec 1 §2.4). */
export function DayTile({ day, closed, chosen, today, bookable }: DayTileProps) {
  const { weekday, month, date } = dayParts(day)
  const note = closed ? 'Closed' : today ? 'Today' : month
  const face = (
    <>
      <span className={classes.weekday}>{weekday}</span>
      <span className={classes.date}>{date}</span>
      <span className={classes.note}>{note}</span>
    </>
  )
  const current = chosen ? 'page' : undefined
  if (closed || !bookable) {
    return (
      <span
        aria-current={current}
        className={classes.tile}
        data-closed={closed || undefined}
        data-unavailable
      >
        {face}
      </span>
    )
  }
  return (
    <Link
      to="/book-cage"
      search={{ date: day }}
      resetScroll={false}
      aria-label={formatDay(day, 'long')}
      aria-current={current}
      className={classes.tile}
    >
      {face}
    </Link>
  )
}
