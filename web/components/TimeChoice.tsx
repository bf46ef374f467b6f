import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import type { LessonSlot } from '../../shared/contract/coaches.ts'
import { formatDay, formatWallTime } from '../../shared/domain/timeFormat.ts'
import classes from './TimeChoice.module.css'

export interface StartTimesProps {
  day: string
  /** The next day with times: null if there is none, undefined while unknown. */
  next: string | null | undefined
  slots: {
    data?: readonly Pick<LessonSlot, 'available_start_time'>[] | undefined
    error: Error | null
    refetch: () => unknown
  }
  onPick: (time: string) => void
  onDay: (day: string) => void
}

const placeholders = Array.from({ length: 9 }, (_, index) => index)

/** The starts that can be booked on a day. A failed load shows an empty list, with a way to try again (spec 1 §2.6). */
export function StartTimes({ day, next, slots, onPick, onDay }: StartTimesProps) {
  if (slots.data && slots.data.length > 0) {
    return (
      <ul className={classes.times} aria-labelledby="start-times">
        {slots.data.map(({ available_start_time: time }) => (
          <li key={time}>
            <button
              type="button"
              className={classes.time}
              aria-label={`${formatWallTime(time)}, ${formatDay(day)}, available`}
              onClick={() => onPick(time)}
            >
              {formatWallTime(time)}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  if (!slots.data && !slots.error) {
    return (
      <div className={classes.times} aria-busy="true">
        <VisuallyHidden component="output">Loading start times…</VisuallyHidden>
        {placeholders.map((row) => (
          <Skeleton key={row} height="3.25rem" radius="md" aria-hidden />
        ))}
      </div>
    )
  }
  function goTo(other: string) {
    onDay(other)
    // The button disappears with the empty day, so the focus moves to the new day's times.
    document.getElementById('start-times')?.focus()
  }
  return (
    <div className={classes.none} role="status">
      <p className={classes.title}>No available slots</p>
      <p className={classes.line}>Try selecting a different date</p>
      {slots.error && (
        <Button variant="default" onClick={() => void slots.refetch()}>
          Try again
        </Button>
      )}
      {!slots.error && next === null && (
        <p className={classes.line}>There are no later times either. Please call us.</p>
      )}
      {!slots.error && next && (
        <Button variant="default" onClick={() => goTo(next)}>
          See {formatDay(next)}
        </Button>
      )}
    </div>
  )
}
