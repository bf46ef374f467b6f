import { VisuallyHidden } from '@mantine/core'
import type { CampTimeslot } from '../../../shared/contract/camps.ts'
import { dayParts, formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import classes from './CampSessions.module.css'

/** When the camp takes place, day by day, on the facility's clock whatever the browser's zone. */
export function CampSessions({ slots, city }: { slots: readonly CampTimeslot[]; city: string }) {
  const days = Object.entries(Object.groupBy(slots, ({ date }) => date))
  return (
    <section aria-labelledby="camp-sessions">
      <h2 id="camp-sessions" className={classes.heading}>
        Sessions
      </h2>
      <ul className={classes.days}>
        {days.map(([day, sessions = []]) => (
          <li key={day} className={classes.day}>
            <Tile day={day} />
            <VisuallyHidden>{formatDay(day, 'long')}: </VisuallyHidden>
            <span className={classes.times}>
              {sessions.map(({ id, start_time, end_time }) => (
                <span key={id}>
                  {formatWallTime(start_time)} - {formatWallTime(end_time)}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.note}>All times are local to {city}.</p>
    </section>
  )
}

function Tile({ day }: { day: string }) {
  const { weekday, month, date } = dayParts(day)
  return (
    <span className={classes.tile} aria-hidden>
      <span className={classes.weekday}>{weekday}</span>
      <span className={classes.date}>{date}</span>
      <span className={classes.month}>{month}</span>
    </span>
  )
}
