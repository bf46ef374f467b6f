import { useElementSize, useMergedRef } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useLayoutEffect, useMemo, useRef } from 'react'
import type { ScheduleEntry, ScheduleNote } from '../../../../shared/contract/bookings/bookingLists.ts'
import { facilityDay, facilityWallTime } from '../../../../shared/domain/time/time.ts'
import { dayParts, formatDay, formatWallTime, shortTime } from '../../../../shared/domain/time/timeFormat.ts'
import { Heading, List, Text } from '../../../ui/layout.tsx'
import { useRovingFocus } from '../../../ui/useRovingFocus.ts'
import { DayNotes, mostNotes } from './DayNotes.tsx'
import { EntryButton } from './EntryButton.tsx'
import { entryPresses, type PressedEntry } from './entryPresses.ts'
import { nearestStop, stop } from './nearestStop.ts'
import classes from './WeekView.module.css'
import {
  dayColumn,
  hourHeight,
  type LaneRoom,
  laneRoom,
  shownHours,
  spanOf,
  stripWidth,
} from './weekLayout.ts'

export interface ShownDay {
  readonly date: string
  readonly total: number
  readonly paid: number
  readonly pending: number
  readonly bookings: readonly ScheduleEntry[]
  /** Camps and closures. */
  readonly notes: readonly ScheduleNote[]
}

export interface DaysViewProps {
  /** The days shown, in order. */
  days: readonly ShownDay[]
  zone: string
  now: Date
  onPress: (pressed: PressedEntry) => void
}

/** Where the hours are named, in pixels. */
const axisWidth = 56

/** Seven days side by side, Monday to Sunday, with an hour 80 px high (spec 3 §2). */
export function WeekView({ days, zone, now, onPress }: DaysViewProps) {
  const frame = useRef<HTMLElement>(null)
  const arrows = useRovingFocus(frame, { next: nearestStop })
  const { ref: measured, width } = useElementSize()
  const ref = useMergedRef(frame, measured)
  const spans = useMemo(
    () => days.flatMap(({ bookings }) => bookings.map((entry) => spanOf(entry, zone))),
    [days, zone],
  )
  const { first, last } = shownHours(spans)
  useStartAtFirst(frame, spans, first)
  const columnWidth = Math.floor((width - axisWidth) / 7)
  const room = useMemo(() => laneRoom(columnWidth), [columnWidth])
  const hours = Array.from({ length: last - first }, (_, n) => first + n)
  const today = facilityDay(now, zone)
  const noteLines = Math.max(...days.map(({ notes }) => Math.min(notes.length, mostNotes + 1)))
  return (
    <section
      ref={ref}
      aria-label="Week"
      data-own-keys
      className={classes.week}
      style={
        {
          '--hours': hours.length,
          '--note-lines': noteLines,
          '--hour-height': `${hourHeight}px`,
          '--axis-width': `${axisWidth}px`,
          '--strip-width': `${stripWidth}px`,
        } as CSSProperties
      }
      {...entryPresses(onPress)}
      {...arrows}
    >
      <List as="ol" className={classes.axis} aria-hidden>
        {hours.map((hour) => (
          <li key={hour}>{shortTime(formatWallTime(`${String(hour).padStart(2, '0')}:00`))}</li>
        ))}
      </List>
      {days.map((day) => (
        <section key={day.date} className={classes.day} aria-label={formatDay(day.date, 'long')}>
          <DayHead {...day} isToday={day.date === today} />
          <div className={classes.notes}>
            <DayNotes day={day.date} notes={day.notes} zone={zone} />
          </div>
          <DayBody
            day={day}
            firstHour={first}
            room={room}
            zone={zone}
            now={day.date === today ? now : undefined}
          />
        </section>
      ))}
    </section>
  )
}

/** A week begins where its first booking does: mornings are empty where the facility opens in the afternoon. */
function useStartAtFirst(
  frame: { current: HTMLElement | null },
  spans: readonly { from: number }[],
  firstHour: number,
) {
  const earliest = spans.length > 0 ? Math.min(...spans.map(({ from }) => from)) : firstHour * 60
  const scrolled = useRef<number>(null)
  useLayoutEffect(() => {
    if (!frame.current || scrolled.current === earliest) return
    scrolled.current = earliest
    frame.current.scrollTop = ((earliest - firstHour * 60) / 60) * hourHeight - hourHeight / 4
  }, [frame, earliest, firstHour])
}

function DayHead({ date, total, isToday }: ShownDay & { isToday: boolean }) {
  const { weekday, date: number } = dayParts(date)
  return (
    <Link
      {...stop(date)}
      from="/admin/schedule"
      search={(before) => ({ ...before, view: undefined, date })}
      activeOptions={{ exact: true, includeSearch: true }}
      className={classes.head}
      data-today={isToday || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${formatDay(date, 'long')}, ${countOf(total)}`}
    >
      <Text as="span" tone="dim" size="2xs" strong className={classes.weekday}>
        {weekday}
      </Text>
      <Heading as="span" size="lg" className={classes.number}>
        {number}
      </Heading>
      <Text as="span" tone="dim" size="2xs" numbers className={classes.count}>
        {total === 0 ? '' : total}
      </Text>
    </Link>
  )
}

/** '1 booking', 'no bookings' */
export const countOf = (total: number): string =>
  total === 0 ? 'no bookings' : total === 1 ? '1 booking' : `${total} bookings`

interface DayBodyProps {
  day: ShownDay
  firstHour: number
  /** How many can be read side by side. */
  room: LaneRoom
  zone: string
  /** Only on the day that it is. */
  now: Date | undefined
}

function DayBody({ day: { date, bookings }, firstHour, room, zone, now }: DayBodyProps) {
  const { placed, more } = useMemo(() => dayColumn(bookings, zone, room), [bookings, zone, room])
  const top = (minutes: number) => ((minutes - firstHour * 60) / 60) * hourHeight
  const box = (from: number, to: number) => ({
    insetBlockStart: top(from),
    blockSize: ((to - from) / 60) * hourHeight,
  })
  return (
    <div className={classes.body}>
      {now && <NowLine top={top(minutesOf(now, zone))} />}
      <List>
        {placed.map(({ entry, lane, lanes, besideStrip, from, to }) => (
          <li
            key={entry.id}
            className={classes.place}
            data-beside-strip={besideStrip || undefined}
            style={{ ...box(from, to), '--lane': lane, '--lanes': lanes } as CSSProperties}
          >
            <EntryButton entry={entry} day={date} zone={zone} look={lanes > 1 ? 'narrow' : 'full'} />
          </li>
        ))}
        {more.map(({ entries, from, to }) => (
          <li key={entries[0]?.id} className={classes.place} data-more style={box(from, to)}>
            <Link
              {...stop(`${date} ${entries[0]?.id} more`)}
              from="/admin/schedule"
              search={(before) => ({ ...before, view: undefined, date })}
              activeOptions={{ exact: true, includeSearch: true }}
              className={classes.more}
              aria-label={`${entries.length} more on ${formatDay(date, 'long')}`}
            >
              +{entries.length}
            </Link>
          </li>
        ))}
      </List>
    </div>
  )
}

const NowLine = ({ top }: { top: number }) =>
  top >= 0 && <div className={classes.now} style={{ insetBlockStart: top }} aria-hidden />

function minutesOf(now: Date, zone: string): number {
  const [hours = 0, minutes = 0] = facilityWallTime(now, zone).split(':').map(Number)
  return hours * 60 + minutes
}
