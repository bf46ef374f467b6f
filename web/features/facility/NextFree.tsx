import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OpenTimes } from '../../../shared/contract/bookings/cages.ts'
import { weekLength } from '../../../shared/domain/time/calendar.ts'
import { daysBetween } from '../../../shared/domain/time/time.ts'
import { dayParts, formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { useLiveOpenTimes } from '../../api/liveSchedule.ts'
import { openTimesQuery } from '../../api/queries/cages.ts'
import classes from './NextFree.module.css'

/** The next free half hour, on the first screen; it leads to its day. Its line keeps its height while it is unknown. */
export function NextFree() {
  useLiveOpenTimes()
  const { data } = useQuery(openTimesQuery)
  const next = data?.next_free
  return (
    <p className={classes.line}>
      {data && !next && <span className={classes.none}>{nextFreeText(data)}</span>}
      {data && next && (
        <Link to="/book-cage" search={{ date: next.date }} className={classes.link}>
          <span className={classes.dot} aria-hidden />
          {nextFreeText(data)}
          <IconArrowRight size={20} aria-hidden />
        </Link>
      )}
    </p>
  )
}

/**
 * 'Next free today: 3:30 PM · 3 cages'; for another day its weekday, 'Next free: Mon 4:00 PM · 8 cages', with the date
 * from a week on; or why there is none.
 */
export function nextFreeText({ days, next_free: next }: OpenTimes): string {
  const [today] = days
  if (!next || !today) return nothingFree(days)
  const time = `${formatWallTime(next.time)} · ${next.cages} ${next.cages === 1 ? 'cage' : 'cages'}`
  const ahead = daysBetween(today.date, next.date)
  if (ahead === 0) return `Next free today: ${time}`
  return `Next free: ${ahead < weekLength ? dayParts(next.date).weekday : formatDay(next.date)} ${time}`
}

const nothingFree = (days: OpenTimes['days']): string =>
  days.some(({ open_slots }) => open_slots > 0)
    ? `Every cage is booked for the next ${days.length} days`
    : `We are closed for the next ${days.length} days`
