import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleDay } from '../../../../../shared/contract/bookings/scheduleDay.ts'
import { formatTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import classes from './DayGrid.module.css'
import { type DayLayout, keyOf } from './dayLayout.ts'
import { titleOf, whatOf } from './tileText.ts'

interface BesideGridProps {
  layout: DayLayout
  timeOff: ScheduleDay['time_off']
  onMenu: (booking: ListedBooking, at: { x: number; y: number }) => void
}

/** What has no cage: sessions elsewhere, no-shows whose time was freed, and coaches who are off. */
export function BesideGrid({ layout, timeOff, onMenu }: BesideGridProps) {
  const { zone, unplaced } = layout
  if (unplaced.length + timeOff.length === 0) return null
  return (
    <ul className={classes.beside} aria-label="Without a cage">
      {unplaced.map((thing) => {
        const { booking } = thing
        const { start_time, end_time } = booking ?? thing.block
        const facts = [titleOf(thing), formatTimeRange(start_time, end_time, zone), whatOf(thing)]
        const text = [...facts, ...(booking?.freed_from ? ['no-show'] : [])].join(', ')
        return (
          <li key={keyOf(thing)}>
            {booking ? (
              <button
                type="button"
                className={classes.chip}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => {
                  const { left, bottom } = currentTarget.getBoundingClientRect()
                  onMenu(booking, { x: left, y: bottom })
                }}
              >
                {text}
              </button>
            ) : (
              <span className={classes.chip}>{text}</span>
            )}
          </li>
        )
      })}
      {timeOff.map(({ id, coach_name, start_time, end_time }) => (
        <li key={`${id}${start_time}`} className={classes.chip}>
          {coach_name} off, {offTime(layout, start_time, end_time)}
        </li>
      ))}
    </ul>
  )
}

/** 'all day' where it covers all that the grid shows. */
function offTime({ rows, zone }: DayLayout, start: string, end: string): string {
  const first = rows[0]?.start.getTime() ?? 0
  const last = rows.at(-1)?.start.getTime() ?? 0
  return Date.parse(start) <= first && Date.parse(end) > last ? 'all day' : formatTimeRange(start, end, zone)
}
