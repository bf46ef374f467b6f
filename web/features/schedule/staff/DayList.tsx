import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ListedBooking, ScheduleNote } from '../../../../shared/contract/bookings/bookingLists.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import classes from './DayList.module.css'
import { DayNotes } from './DayNotes.tsx'
import { entryPresses, type PressedEntry } from './entryPresses.ts'
import { entryOf, whatOf, whoOf } from './entryText.ts'

interface DayListProps {
  day: string
  /** Undefined while they are loaded. */
  bookings: readonly ListedBooking[] | undefined
  /** Camps and closures. */
  notes: readonly ScheduleNote[]
  /** Whether the page shows a part of them only, by search or status. */
  isFiltered: boolean
  zone: string
  onPress: (pressed: PressedEntry) => void
}

/** The bookings of one day in order of time: beside a week or a month on a phone. */
export function DayList({ day, bookings, notes, isFiltered, zone, onPress }: DayListProps) {
  return (
    <Stack as="section" gap={8} aria-busy={!bookings}>
      <h3 className={classes.heading}>{formatDay(day, 'long')}</h3>
      <DayNotes day={day} notes={notes} zone={zone} />
      {!bookings ? (
        <Skeleton height={160} />
      ) : bookings.length === 0 ? (
        <p className={classes.none}>
          {isFiltered ? 'Nothing on this day matches.' : 'Nothing is booked on this day.'}
        </p>
      ) : (
        <ul className={classes.list} {...entryPresses(onPress)}>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <button
                type="button"
                data-entry={booking.id}
                data-day={day}
                aria-haspopup="menu"
                className={classes.row}
              >
                <Text as="span" tone="dim" size="sm" numbers className={classes.time}>
                  {formatTimeRange(booking.start_time, booking.end_time, zone)}
                </Text>
                <span className={classes.who}>{whoOf(booking)}</span>
                <span className={classes.what}>{whatOf(entryOf(booking))}</span>
                <Text as="span" tone="dim" size="sm" className={classes.status}>
                  {booking.kind === 'class' ? 'Class' : <StatusBadge status={booking.status} />}
                </Text>
                <IconChevronRight size={18} aria-hidden className={classes.arrow} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
