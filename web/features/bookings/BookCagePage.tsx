import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { formatHoursLines, isClosedOn } from '../../../shared/domain/openingHours.ts'
import { dayOfWeek } from '../../../shared/domain/time.ts'
import { formatDay, weekdayNames } from '../../../shared/domain/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { bookableRange, type DayRange, dayChoices, shownDay } from '../../components/dayChoices.ts'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { DayNavigation, DayNavigationSkeleton } from '../cages/DayNavigation.tsx'
import { GridSkeleton } from '../cages/GridSkeleton.tsx'
import { PricingBreakdown, TeamRates } from '../cages/Rates.tsx'
import classes from './BookCagePage.module.css'
import { CageDay, ScheduleProblem } from './CageDay.tsx'

/** Booking a cage (spec 1 §2.4). `date` is the day that the address asks for. */
export function BookCagePage({ date }: { date: string | undefined }) {
  const { data: facility, error, refetch } = useQuery(facilityQuery)
  return (
    <div className={classes.page}>
      <PageBanner title="Book Cage" tagline={facility?.rate_line} />
      <div className={classes.content}>
        {facility && <BookableDays facility={facility} date={date} />}
        {!facility && error && <ScheduleProblem error={error} onRetry={() => void refetch()} />}
        {!facility && !error && (
          <>
            <DayNavigationSkeleton />
            <GridSkeleton />
          </>
        )}
      </div>
    </div>
  )
}

function BookableDays({ facility, date }: { facility: Facility; date: string | undefined }) {
  const now = useMinuteClock()
  // The evening's change to tomorrow must not take a day away that someone is looking at.
  const [opened] = useState(() => shownDay(undefined, now, facility))
  const day = shownDay(date ?? opened, now, facility)
  const range = bookableRange(now, facility)
  useCorrectedDate(date, day)
  return (
    <>
      <DayNavigation day={day} range={range} facility={facility} />
      {isClosedOn(day, facility) ? (
        <ClosedDay day={day} range={range} facility={facility} />
      ) : (
        <CageDay day={day} now={now} range={range} facility={facility}>
          <PricingBreakdown facility={facility} />
          <TeamRates rates={facility.team_rates} />
        </CageDay>
      )}
    </>
  )
}

/** If the address has a day that cannot be shown, replaces it with the day that is shown. */
function useCorrectedDate(date: string | undefined, day: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (date === undefined || date === day) return
    void navigate({ to: '/book-cage', search: { date: day }, replace: true, resetScroll: false })
  }, [date, day, navigate])
}

/** In place of the grid on a day when nobody can book: why, and the next day when one can. */
function ClosedDay({ day, range, facility }: { day: string; range: DayRange; facility: Facility }) {
  const special = facility.special_days.find(({ date }) => date === day)
  const { nextDay, previousDay } = dayChoices(day, range, facility)
  const other = nextDay ?? previousDay
  return (
    <section className={classes.closed}>
      <h3 className={classes.closedTitle}>
        {special
          ? `We're Closed on ${formatDay(day, 'long')}`
          : `We're Closed on ${weekdayNames[dayOfWeek(day)]}s`}
      </h3>
      {special?.reason && <p className={classes.closedLine}>{special.reason}</p>}
      {!special &&
        formatHoursLines(facility.opening_hours).map((line) => (
          <p key={line} className={classes.closedLine}>
            {line}
          </p>
        ))}
      {other && (
        <Link to="/book-cage" search={{ date: other }} className={classes.nextDay}>
          See {formatDay(other, 'short')}
        </Link>
      )}
    </section>
  )
}
