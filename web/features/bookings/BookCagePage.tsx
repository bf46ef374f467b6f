import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { isClosedOn } from '../../../shared/domain/openingHours.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { bookableRange, shownDay } from '../../components/dayChoices.ts'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { DayNavigation } from '../cages/DayNavigation.tsx'
import { DayNavigationSkeleton } from '../cages/DayNavigationSkeleton.tsx'
import { GridSkeleton } from '../cages/GridSkeleton.tsx'
import { PricingBreakdown } from '../cages/Rates.tsx'
import { TeamRates } from '../cages/TeamRates.tsx'
import classes from './BookCagePage.module.css'
import { CageDay } from './CageDay.tsx'
import { ClosedDay } from './ClosedDay.tsx'
import { ScheduleProblem } from './ScheduleProblem.tsx'

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
