import { Skeleton, VisuallyHidden } from '@mantine/core'
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { DayOpenTimes } from '../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { formatHours, formatShortHours, hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { centsFromDollars, formatRate } from '../../../shared/domain/money/money.ts'
import { monthStrip, type StripDay, weekStrip } from '../../../shared/domain/time/calendar.ts'
import { dayParts, formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { useLiveOpenTimes } from '../../api/liveSchedule.ts'
import { cagesQuery, openTimesQuery } from '../../api/queries/cages.ts'
import { type DayRange, dayChoices, isInRange } from '../../components/dayChoices.ts'
import { useIsFirstPage } from '../../ui/firstRender.ts'
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx'
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
    <Stack as="nav" gap={4} aria-label="Days" className={classes.navigation}>
      {large ? (
        <div className={classes.heading}>
          <StepLink to={choices.previousDay} label="Previous day" icon={IconChevronLeft} />
          <div className={classes.title}>
            <h2 className={classes.day}>{formatDay(day, 'long')}</h2>
            <Text tone="dim" size="sm" className={classes.hours}>
              {formatHours(hoursOf(day, facility))}
              <Text as="span" nowrap>
                {' '}
                · {facility.city}, {facility.state} time
              </Text>
            </Text>
          </div>
          <StepLink to={choices.nextDay} label="Next day" icon={IconChevronRight} />
        </div>
      ) : (
        <CompactHead day={day} facility={facility} />
      )}
      <Row nowrap className={classes.strip}>
        {large && <StepLink to={choices.previousWeek} label="Previous week" icon={IconChevronsLeft} />}
        <DayStrip days={days} day={day} range={range} />
        {large && <StepLink to={choices.nextWeek} label="Next week" icon={IconChevronsRight} />}
      </Row>
    </Stack>
  )
}

/** The day, its hours and what half an hour costs, in one line. */
function CompactHead({ day, facility }: { day: string; facility: Facility }) {
  const { data: cages = [] } = useQuery(cagesQuery)
  const prices = cages.map(({ price_30_min }) => centsFromDollars(price_30_min))
  const from = prices.some((price) => price !== prices[0]) ? 'from ' : ''
  return (
    <div className={classes.compact}>
      <h2 className={classes.day}>{formatDay(day)}</h2>
      <Text tone="dim" size="sm" className={classes.hours}>
        {formatShortHours(hoursOf(day, facility))}
        {prices.length > 0 && ` · ${from}${formatRate(Math.min(...prices))}/30 min`}
        <VisuallyHidden>
          , {facility.city}, {facility.state} time
        </VisuallyHidden>
      </Text>
    </div>
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
  useLiveOpenTimes()
  const { data: open } = useQuery(openTimesQuery)
  const openOf = new Map(open?.days.map((counted) => [counted.date, counted]))
  const list = useRef<HTMLOListElement>(null)
  const isStanding = useRef(false)
  const first = days[0]?.day
  const isPlaced = useRef(useIsFirstPage())

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the day or the strip changes
  useEffect(() => {
    if (isPlaced.current) {
      isPlaced.current = false
      return
    }
    const tile = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !tile) return
    const isFirst = !isStanding.current
    isStanding.current = true
    // A page from the server may have been scrolled before it was hydrated.
    if (isFirst && list.current.scrollLeft !== 0) return
    list.current.scrollLeft = tile.offsetLeft - (list.current.clientWidth - tile.offsetWidth) / 2
  }, [day, first])

  return (
    <Grid ref={list} as="ol" gap={6} grow shrinks className={classes.days} data-starts-at-current>
      {days.map((candidate) => (
        <li key={candidate.day} className={classes.item}>
          <DayTile
            {...candidate}
            chosen={candidate.day === day}
            today={candidate.day === range.first}
            bookable={isInRange(candidate.day, range)}
            open={openOf.get(candidate.day)}
          />
        </li>
      ))}
    </Grid>
  )
}

interface DayTileProps {
  day: string
  closed: boolean
  chosen: boolean
  today: boolean
  /** From today to the end of the booking window. */
  bookable: boolean
  /** How much of it is free; not known of days before today and of those far ahead. */
  open: DayOpenTimes | undefined
}

/** One day of a strip. Closed days say so and cannot be chosen (spec 1 §2.4). */
function DayTile({ day, closed, chosen, today, bookable, open }: DayTileProps) {
  const { weekday, month, date } = dayParts(day)
  const note = closed ? 'Closed' : month
  const face = (
    <>
      <span className={classes.weekday}>{today ? <b>Today</b> : weekday}</span>
      <span className={classes.tileDate}>{date}</span>
      <span className={classes.note} data-closed={closed || undefined}>
        {note}
      </span>
      {!closed && <FreeBar open={open} />}
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
      aria-label={`${formatDay(day, 'long')}${spokenFree(open)}`}
      aria-current={current}
      className={classes.tile}
    >
      {face}
    </Link>
  )
}

/** How much of a day is free, as part of a line. */
const FreeBar = ({ open }: { open: DayOpenTimes | undefined }) => (
  <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    {open && open.free_slots > 0 && (
      <rect height="8" width={Math.max(4, Math.round((100 * open.free_slots) / open.open_slots))} />
    )}
  </svg>
)

/** What a screen reader says of how much of a day is free. */
function spokenFree(open: DayOpenTimes | undefined): string {
  if (!open) return ''
  return open.free_slots === 0
    ? ', nothing free'
    : `, ${open.free_slots} of ${open.open_slots} half hours free`
}

/** The room that the days will take, while it is not known when the facility is open. */
export function DayNavigationSkeleton() {
  const large = useLargeScreen()
  return (
    <Stack gap={4} className={classes.navigation} aria-hidden>
      <div className={large ? classes.heading : classes.compact}>
        <div className={classes.title}>
          <p className={classes.day}>{'\u00a0'}</p>
          {large && (
            <Text tone="dim" size="sm" className={classes.hours}>
              {'\u00a0'}
            </Text>
          )}
        </div>
      </div>
      <Row nowrap className={classes.strip}>
        <Grid gap={6} grow shrinks className={classes.days}>
          <Skeleton height={large ? '4.75rem' : '3.75rem'} className={classes.wholeStrip ?? ''} />
        </Grid>
      </Row>
    </Stack>
  )
}
