import { Link } from '@tanstack/react-router'
import { type CSSProperties, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type {
  LoadProgram,
  LoadSlot,
  ScheduleLoad,
} from '../../../../../shared/contract/bookings/scheduleLoad.ts'
import type { Facility } from '../../../../../shared/contract/facility/facility.ts'
import { centsFromDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { dayOfWeek, facilityDay } from '../../../../../shared/domain/time/time.ts'
import {
  dayParts,
  formatDay,
  formatTime,
  shortTime,
  weekdayNames,
} from '../../../../../shared/domain/time/timeFormat.ts'
import { Row } from '../../../../ui/layout.tsx'
import { useRovingFocus } from '../../../../ui/useRovingFocus.ts'
import { nearestStop, stop } from '../nearestStop.ts'
import type { BookingTasksState } from '../useBookingTasks.ts'
import { countOf } from '../WeekView.tsx'
import classes from './Overview.module.css'
import {
  type Axis,
  axisOf,
  closedText,
  columnsOf,
  halfHourOf,
  heatOf,
  hourNames,
  programText,
} from './overview.ts'
import { type PressedSlot, SlotPopover } from './SlotPopover.tsx'

export interface OverviewProps {
  days: ScheduleLoad['days']
  facility: Facility
  now: Date
  tasks: Pick<BookingTasksState, 'create' | 'view'>
}

/** How full the week is at a glance: days down, half hours across, each with the cages taken of those that are open. */
export function WeekOverview({ days, facility, now, tasks }: OverviewProps) {
  const frame = useRef<HTMLElement>(null)
  const arrows = useRovingFocus(frame, { next: nearestStop })
  const [pressed, setPressed] = useState<PressedSlot>()
  const zone = facility.time_zone
  const axis = axisOf(days, zone) ?? { first: 16, count: 10 }

  // From the half hour on which the mouse was pressed to the one of the same day that it is over.
  const [drawn, setDrawn] = useState<Drawn>()
  const ends = drawn && [drawn.from, drawn.to].sort()

  function open(first: HTMLElement | null, last = first) {
    const { start: start_time, day } = first?.dataset ?? {}
    const slot = days.find(({ date }) => date === day)?.slots.find((one) => one.start_time === start_time)
    if (!first || !last || !day || !slot) return
    const minutes = 30 + (Date.parse(last.dataset.start ?? '') - Date.parse(slot.start_time)) / 60_000
    const { left, top, bottom } = first.getBoundingClientRect()
    setPressed({ day, slot, minutes, at: { left, top, bottom, right: last.getBoundingClientRect().right } })
  }
  function begin({ target, button, pointerType }: PointerEvent) {
    const { start, day } = cellOf(target)?.dataset ?? {}
    if (start && day && button === 0 && pointerType === 'mouse') setDrawn({ day, from: start, to: start })
  }
  function extend({ target, buttons }: PointerEvent) {
    const { start, day } = cellOf(target)?.dataset ?? {}
    if (buttons === 0) setDrawn(undefined)
    else if (drawn && start && day === drawn.day) setDrawn({ ...drawn, to: start })
  }
  function end() {
    setDrawn(undefined)
    if (!drawn || drawn.from === drawn.to) return
    const [first, last] = (ends ?? []).map(
      (start) => frame.current?.querySelector<HTMLElement>(`[data-start="${start}"]`) ?? null,
    )
    open(first ?? null, last)
  }
  return (
    <>
      <section
        ref={frame}
        aria-label="Week"
        data-own-keys
        className={classes.week}
        style={{ '--slots': axis.count } as CSSProperties}
        {...arrows}
        {...{ onClick: ({ target }: MouseEvent) => open(cellOf(target)) }}
        onPointerDown={begin}
        onPointerOver={drawn && extend}
        onPointerUp={end}
      >
        <div className={classes.hours} aria-hidden>
          {hourNames(axis).map((name, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are the places of the axis
            <span key={n}>{name}</span>
          ))}
        </div>
        {days.map((day) => (
          <OverviewDay
            key={day.date}
            day={day}
            axis={axis}
            facility={facility}
            now={now}
            drawn={drawn?.day === day.date ? ends : undefined}
          />
        ))}
      </section>
      <div className={classes.foot}>
        <Row as="span" gap={4} nowrap className={classes.scale} aria-hidden>
          Cages booked
          {[0, 1, 2, 3, 4, 5].map((heat) => (
            <i key={heat} data-heat={heat} />
          ))}
          full
        </Row>
        <span>Press a half hour, or draw over several, to see who is in it, and to book.</span>
      </div>
      {pressed && (
        <SlotPopover
          key={`${pressed.day} ${pressed.slot.start_time}`}
          {...pressed}
          zone={zone}
          now={now}
          tasks={tasks}
          onClose={() => setPressed(undefined)}
        />
      )}
    </>
  )
}

/** Half hours of a day, by their starts. */
interface Drawn {
  readonly day: string
  readonly from: string
  readonly to: string
}

const cellOf = (target: EventTarget): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('[data-start]')

interface OverviewDayProps extends Pick<OverviewProps, 'facility' | 'now'> {
  day: ScheduleLoad['days'][number]
  axis: Axis
  /** The first and the last half hour that is drawn over. */
  drawn: readonly string[] | undefined
}

function OverviewDay({ day, axis, facility, now, drawn: [first = '', last = ''] = [] }: OverviewDayProps) {
  const { date, slots, programs, booked } = day
  const zone = facility.time_zone
  const { weekday, date: number } = dayParts(date)
  const isToday = facilityDay(now, zone) === date
  const opens = slots[0] && halfHourOf(slots[0].start_time, zone) - axis.first
  const closes = opens === undefined ? 0 : opens + slots.length
  return (
    <section className={classes.day} aria-label={formatDay(date, 'long')} data-today={isToday || undefined}>
      <Link
        {...stop(date)}
        from="/admin/schedule"
        search={(before) => ({ ...before, view: undefined, date })}
        activeOptions={{ exact: true, includeSearch: true }}
        className={classes.head}
        aria-label={`${formatDay(date, 'long')}, ${countOf(booked)}`}
      >
        <strong>
          {weekday} {number}
        </strong>
        <span>
          {isToday && 'Today, '}
          {booked} booked
        </span>
        <span>{day.due > 0 && `${formatRate(centsFromDollars(day.due))} due`}</span>
      </Link>
      <div className={classes.slots}>
        {opens === undefined ? (
          <span className={classes.closed} style={{ gridColumn: `1 / span ${axis.count}` }}>
            {closedText(date, facility)}
          </span>
        ) : (
          <>
            {opens > 0 && (
              <span className={classes.closed} style={{ gridColumn: `1 / span ${opens}` }}>
                Closed until {clock(slots[0]?.start_time ?? '', zone)}
              </span>
            )}
            {slots.map((slot) => (
              <SlotCell
                key={slot.start_time}
                day={date}
                slot={slot}
                axis={axis}
                zone={zone}
                now={now}
                isDrawn={first <= slot.start_time && slot.start_time <= last}
              />
            ))}
            {closes < axis.count && (
              <span
                className={classes.closed}
                style={{ gridColumn: `${closes + 1} / span ${axis.count - closes}` }}
              >
                Closed from {clock(new Date(Date.parse(slots.at(-1)?.start_time ?? '') + 1_800_000), zone)}
              </span>
            )}
          </>
        )}
      </div>
      <Stripes programs={programs} axis={axis} zone={zone} />
    </section>
  )
}

const clock = (instant: string | Date, zone: string): string => shortTime(formatTime(instant, zone))

interface SlotCellProps {
  day: string
  slot: LoadSlot
  axis: Axis
  zone: string
  now: Date
  isDrawn: boolean
}

function SlotCell({ day, slot: { start_time, booked, cages }, axis, zone, now, isDrawn }: SlotCellProps) {
  const name = `${weekdayNames[dayOfWeek(day)]}, ${formatTime(start_time, zone)}, ${booked} of ${cages} booked`
  return (
    <button
      type="button"
      {...stop(`${day} ${start_time}`)}
      className={classes.cell}
      style={{ gridColumn: halfHourOf(start_time, zone) - axis.first + 1 }}
      data-day={day}
      data-start={start_time}
      data-heat={heatOf(booked, cages)}
      data-drawn={isDrawn || undefined}
      data-past={Date.parse(start_time) + 1_800_000 <= now.getTime() || undefined}
      aria-label={name}
      aria-haspopup="dialog"
    >
      {booked}/{cages}
    </button>
  )
}

/** Classes, camps and closures as stripes over the time that they take. */
const Stripes = ({
  programs,
  axis,
  zone,
}: {
  programs: readonly LoadProgram[]
  axis: Axis
  zone: string
}) => (
  <ul className={classes.stripes}>
    {programs.map((program) => {
      const place = columnsOf(program, axis, zone)
      return (
        place && (
          <li
            key={`${program.id} ${program.start_time}`}
            data-kind={program.kind}
            title={programText(program)}
            style={{ gridColumn: `${place.from + 1} / span ${place.span}` }}
          >
            {programText(program)}
          </li>
        )
      )
    })}
  </ul>
)
