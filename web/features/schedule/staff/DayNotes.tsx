import { Link } from '@tanstack/react-router'
import type { ScheduleNote } from '../../../../shared/contract/bookings/bookingLists.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { Text } from '../../../ui/layout.tsx'
import classes from './DayNotes.module.css'
import { stop } from './nearestStop.ts'

/** How many camps and closures of a day are named. */
export const mostNotes = 2

interface DayNotesProps {
  /** The facility day that they are shown on. */
  day: string
  notes: readonly ScheduleNote[]
  zone: string
}

/** The camps and closures of a day in a week or month; each leads to the day, where its cages are seen. */
export const DayNotes = ({ day, notes, zone }: DayNotesProps) =>
  notes.length > 0 && (
    <ul className={classes.notes}>
      {notes.slice(0, mostNotes).map((note) => (
        <li key={`${note.kind} ${note.id}`}>
          <Link
            {...stop(`${day} ${note.kind} ${note.id}`)}
            from="/admin/schedule"
            search={(before) => ({ ...before, view: undefined, date: day })}
            activeOptions={{ exact: true, includeSearch: true }}
            className={classes.note}
            data-kind={note.kind}
            aria-label={nameOfNote(note, day, zone)}
            title={nameOfNote(note, day, zone)}
          >
            {note.kind === 'camp' ? `Camp: ${note.title}` : `Closed: ${note.title}`}
          </Link>
        </li>
      ))}
      {notes.length > mostNotes && (
        <Text as="li" tone="dim" size="2xs" className={classes.more}>
          +{notes.length - mostNotes} camps or closures
        </Text>
      )}
    </ul>
  )

/** 'Closed: New nets, 2 cages, 4:00–6:00 PM'; an end on another day is named with it. */
export function nameOfNote(note: ScheduleNote, day: string, zone: string): string {
  const { kind, title, cage_count, start_time, end_time } = note
  const isOn = (instant: string) => facilityDay(instant, zone) === day
  const when = (instant: string) =>
    isOn(instant)
      ? formatTime(instant, zone)
      : `${formatDay(facilityDay(instant, zone))}, ${formatTime(instant, zone)}`
  const times =
    isOn(start_time) && isOn(end_time)
      ? formatTimeRange(start_time, end_time, zone)
      : `${when(start_time)} – ${when(end_time)}`
  const cages = cage_count === 1 ? '1 cage' : `${cage_count} cages`
  return `${kind === 'camp' ? 'Camp' : 'Closed'}: ${title}, ${cages}, ${times}`
}
