import { memo } from 'react'
import type { ScheduleEntry } from '../../../../shared/contract/bookingLists.ts'
import { formatTime } from '../../../../shared/domain/timeFormat.ts'
import classes from './EntryButton.module.css'
import { nameOf, whatOf, whoOf } from './entryText.ts'
import { stop } from './useArrowKeys.ts'

interface EntryButtonProps {
  entry: ScheduleEntry
  /** The facility day that it is on. */
  day: string
  zone: string
  /** One line: for a month. */
  line?: boolean
}

/**
 * A booking in a week or month. Its colour says what is paid, its shape what it is. Presses are heard at the frame of the
 * view (`entryPresses`).
 */
export const EntryButton = memo(({ entry, day, zone, line = false }: EntryButtonProps) => (
  <button
    type="button"
    {...stop}
    data-entry={entry.id}
    data-day={day}
    data-status={entry.status}
    data-kind={entry.kind}
    data-line={line || undefined}
    className={classes.entry}
    aria-label={nameOf(entry, zone)}
    aria-haspopup="menu"
    title={nameOf(entry, zone)}
  >
    <span className={classes.time}>{formatTime(entry.start_time, zone)}</span>{' '}
    <span className={classes.who}>{whoOf(entry)}</span>
    {!line && <span className={classes.what}>{whatOf(entry)}</span>}
  </button>
))
