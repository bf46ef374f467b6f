import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LessonSlot } from '../../shared/contract/lessons/coaches.ts'
import { formatDay, formatWallTime } from '../../shared/domain/time/timeFormat.ts'
import { Grid, Heading, Text } from '../ui/layout.tsx'
import { Note } from '../ui/Note.tsx'
import classes from './TimeChoice.module.css'

interface TimeChoiceProps {
  /** Stands over the times, with the day beside it. */
  title: string
  day: string
  /** Where another day is picked. */
  calendar: ReactNode
  /** The times of the day; undefined while they are on their way. */
  times: {
    data?: readonly Pick<LessonSlot, 'available_start_time'>[] | undefined
    error: Error | null
    refetch: () => unknown
  }
  /** The next day with times: null if there is none, undefined while unknown. */
  next: string | null | undefined
  /** Why the person is back here. */
  notice: string | null
  /** To the next day with times. */
  onDay: (day: string) => void
  onTime: (time: string) => void
  /** Stands above both, over the whole width. */
  children: ReactNode
}

/** A day and a start time: the calendar beside the day's times, one above the other on small screens. */
export function TimeChoice(props: TimeChoiceProps) {
  const { title, day, calendar, notice, children } = props
  return (
    <Grid gap="lg" className={classes.choice}>
      <div className={classes.whole}>{children}</div>
      <div>{calendar}</div>
      <div>
        <Heading id="start-times" tabIndex={-1} className={classes.heading}>
          {title}{' '}
          <Text as="span" tone="dim" strong>
            {formatDay(day)}
          </Text>
        </Heading>
        {notice && <Note role="alert">{notice}</Note>}
        <StartTimes {...props} />
      </div>
    </Grid>
  )
}

/** Leads from what was chosen back to the choice. */
export const BackToTimes = ({ onBack }: { onBack: () => void }) => (
  <button type="button" className={classes.back} onClick={onBack}>
    <IconArrowLeft size={20} aria-hidden />
    Back to times
  </button>
)

const placeholders = Array.from({ length: 9 }, (_, index) => index)

/** The starts that can be booked on a day. A failed load shows an empty list, with a way to try again (spec 1 §2.6). */
function StartTimes({ day, times, next, onDay, onTime }: TimeChoiceProps) {
  if (times.data && times.data.length > 0) {
    return (
      <Grid as="ul" gap="xs" className={classes.times} aria-labelledby="start-times">
        {times.data.map(({ available_start_time: time }) => (
          <li key={time}>
            <button
              type="button"
              className={classes.time}
              aria-label={`${formatWallTime(time)}, ${formatDay(day, 'dense')}, available`}
              onClick={() => onTime(time)}
            >
              {formatWallTime(time)}
            </button>
          </li>
        ))}
      </Grid>
    )
  }
  if (!times.data && !times.error) {
    return (
      <Grid gap="xs" className={classes.times} aria-busy="true">
        <VisuallyHidden component="output">Loading start times…</VisuallyHidden>
        {placeholders.map((row) => (
          <Skeleton key={row} height="3.25rem" aria-hidden />
        ))}
      </Grid>
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
      <Text tone="dim" below="md">
        Try selecting a different date
      </Text>
      {times.error && (
        <Button variant="default" onClick={() => void times.refetch()}>
          Try Again
        </Button>
      )}
      {!times.error && next === null && (
        <Text tone="dim" below="md">
          There are no later times. Please call us.
        </Text>
      )}
      {!times.error && next && (
        <Button variant="default" onClick={() => goTo(next)}>
          See {formatDay(next)}
        </Button>
      )}
    </div>
  )
}
