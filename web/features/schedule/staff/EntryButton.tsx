import { memo } from 'react'
import type { ScheduleEntry } from '../../../../shared/contract/bookings/bookingLists.ts'
import { formatTime, shortTime } from '../../../../shared/domain/time/timeFormat.ts'
import { Text } from '../../../ui/layout.tsx'
import classes from './EntryButton.module.css'
import { nameOf, shortWhoOf, whatOf, whoOf } from './entryText.ts'
import { stop } from './nearestStop.ts'

interface EntryButtonProps {
  entry: ScheduleEntry
  /** The facility day that it is on. */
  day: string
  zone: string
  /** 'narrow' has no room for the time, which the week's hours say, too; 'line' is for a month. */
  look: 'full' | 'narrow' | 'line'
}

/**
 * A booking in a week or month. Its colour says what it is, its edge whether it is paid. Presses are heard at the frame of the
 * view (`entryPresses`).
 */
export const EntryButton = memo(({ entry, day, zone, look }: EntryButtonProps) => (
  <button
    type="button"
    {...stop(`${day} ${entry.id}`)}
    data-entry={entry.id}
    data-day={day}
    data-status={entry.status}
    data-kind={entry.kind}
    data-look={look}
    className={classes.entry}
    aria-label={nameOf(entry, zone)}
    aria-haspopup="menu"
    title={nameOf(entry, zone)}
  >
    {look !== 'narrow' && (
      <Text as="span" numbers nowrap className={classes.time}>
        {shortTime(formatTime(entry.start_time, zone))}{' '}
      </Text>
    )}
    <span className={classes.who}>{look === 'narrow' ? shortWhoOf(entry) : whoOf(entry)}</span>
    {look !== 'line' && <span className={classes.what}>{whatOf(entry)}</span>}
  </button>
))
