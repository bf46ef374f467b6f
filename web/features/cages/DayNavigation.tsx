import { Skeleton } from '@mantine/core'
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { monthStrip, type StripDay, weekStrip } from '../../../shared/domain/calendar.ts'
import { formatHours, hoursOf } from '../../../shared/domain/openingHours.ts'
import { dayParts, formatDay } from '../../../shared/domain/timeFormat.ts'
import { type DayRange, dayChoices, isInRange } from '../../components/dayChoices.ts'
import classes from './DayNavigation.module.css'
import { useLargeScreen } from './useLargeScreen.ts'

/** Which day is shown, and the way to the others: a week on large screens, thirty days on small ones. */
export function DayNavigation({
  day,
  range,
  facility,
}: {
  day: string
  range: DayRange
  facility: Facility
}) {
  const large = useLargeScreen()
  const choices = dayChoices(day, range, facility)
  const days = large ? weekStrip(day, facility) : monthStrip(range.first, facility)
  return (
    <nav aria-label="Days" className={classes.navigation}>
      <div className={classes.heading}>
        {large && <StepLink to={choices.previousDay} label="Previous day" icon={IconChevronLeft} />}
        <div className={classes.title}>
          <h2 className={classes.day}>{formatDay(day, 'long')}</h2>
          <p className={classes.hours}>
            {formatHours(hoursOf(day, facility))}
            <span className={classes.place}>
              {' '}
              · {facility.city}, {facility.state} time
            </span>
          </p>
        </div>
        {large && <StepLink to={choices.nextDay} label="Next day" icon={IconChevronRight} />}
      </div>
      <div className={classes.strip}>
        {large && <StepLink to={choices.previousWeek} label="Previous week" icon={IconChevronsLeft} />}
        <DayStrip days={days} day={day} range={range} />
        {large && <StepLink to={choices.nextWeek} label="Next week" icon={IconChevronsRight} />}
      </div>
    </nav>
  )
}

/** An arrow to another day; greyed out where `to` is null because there is nothing to book. */
function StepLink({ to, label, icon: Arrow }: { to: string | null; label: string; icon: Icon }) {
  if (!to) {
    return (
      <button type="button" disabled className={classes.step} aria-label={label}>
        <Arrow size={24} aria-hidden />
      </button>
    )
  }
  return (
    <Link
      to="/book-cage"
      search={{ date: to }}
      resetScroll={false}
      className={classes.step}
      aria-label={label}
      title={label}
    >
      <Arrow size={24} aria-hidden />
    </Link>
  )
}

/** A row of days; where they do not fit, it scrolls to the chosen one. */
function DayStrip({ days, day, range }: { days: readonly StripDay[]; day: string; range: DayRange }) {
  const list = useRef<HTMLOListElement>(null)
  const first = days[0]?.day

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the day or the strip changes
  useEffect(() => {
    const tile = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !tile) return
    list.current.scrollLeft = tile.offsetLeft - (list.current.clientWidth - tile.offsetWidth) / 2
  }, [day, first])

  return (
    <ol ref={list} className={classes.days}>
      {days.map((candidate) => (
        <li key={candidate.day} className={classes.item}>
          <DayTile
            {...candidate}
            chosen={candidate.day === day}
            today={candidate.day === range.first}
            bookable={isInRange(candidate.day, range)}
          />
        </li>
      ))}
    </ol>
  )
}

interface DayTileProps {
  day: string
  closed: boolean
  chosen: boolean
  today: boolean
  /** From today to the end of the booking window. */
  bookable: boolean
}

/** One day of a strip. Closed days say so and cannot be chosen (spec 1 §2.4). */
function DayTile({ day, closed, chosen, today, bookable }: DayTileProps) {
  const { weekday, month, date } = dayParts(day)
  const note = closed ? 'Closed' : today ? 'Today' : month
  const face = (
    <>
      <span className={classes.weekday}>{weekday}</span>
      <span className={classes.tileDate}>{date}</span>
      <span className={classes.note}>{note}</span>
    </>
  )
  const current = chosen ? 'page' : undefined
  if (closed || !bookable) {
    return (
      <span
        aria-current={current}
        className={classes.tile}
        data-closed={closed || undefined}
        data-unavailable
      >
        {face}
      </span>
    )
  }
  return (
    <Link
      to="/book-cage"
      search={{ date: day }}
      resetScroll={false}
      aria-label={formatDay(day, 'long')}
      aria-current={current}
      className={classes.tile}
    >
      {face}
    </Link>
  )
}

/** The room that the days will take, while it is not known when the facility is open. */
export function DayNavigationSkeleton() {
  return (
    <div className={classes.navigation} aria-hidden>
      <div className={classes.heading}>
        <div className={classes.title}>
          <p className={classes.day}>{'\u00a0'}</p>
          <p className={classes.hours}>{'\u00a0'}</p>
        </div>
      </div>
      <div className={classes.strip}>
        <div className={classes.days}>
          <Skeleton height="4.5rem" radius="md" className={classes.wholeStrip ?? ''} />
        </div>
      </div>
    </div>
  )
}
