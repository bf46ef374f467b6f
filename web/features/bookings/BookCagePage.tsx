import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { formatHoursLines, isClosedOn } from '../../../shared/domain/facility/openingHours.ts'
import { dayOfWeek } from '../../../shared/domain/time/time.ts'
import { formatDay, weekdayNames } from '../../../shared/domain/time/timeFormat.ts'
import { cagesQuery, openTimesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import {
  bookableRange,
  type DayRange,
  dayChoices,
  otherDayText,
  shownDay,
  useShownDay,
} from '../../components/dayChoices.ts'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Heading, Panel, Stack, Text } from '../../ui/layout.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { Later, laterPart } from '../../ui/preloadable.tsx'
import { DayNavigation, DayNavigationSkeleton } from '../cages/DayNavigation.tsx'
import { timesPart } from '../cages/timesPart.ts'
import { useLargeScreen } from '../cages/useLargeScreen.ts'
import classes from './BookCagePage.module.css'
import type { BookCageSearch } from './bookCageRoute.ts'
import { ScheduleProblem } from './ScheduleProblem.tsx'

/** What can be booked: half of the page's code, which the days need not wait for. */
export const cageDay = laterPart(() => import('./CageDay.tsx'))

/**
 * Asks for all that the page needs, and waits only for its code: the page has its own skeleton and says itself what
 * failed. The facility's data come first, since they decide the day: that of the address may be over, as in a link of last week.
 */
export async function loadBookCage(
  queryClient: QueryClient,
  { date, view, now }: Pick<BookCageSearch, 'date' | 'view'> & { now: Date },
): Promise<void> {
  // Hydrated after the page, but downloaded beside it: it is what people come for.
  void cageDay.preload()
  void queryClient.prefetchQuery(cagesQuery)
  void queryClient.prefetchQuery(facilityQuery)
  void queryClient.prefetchQuery(openTimesQuery)
  void prefetchShownDay(queryClient, date, now)
  await Promise.all([cageDay.withPage(), view === 'times' && timesPart.preload()])
}

async function prefetchShownDay(
  queryClient: QueryClient,
  date: string | undefined,
  now: Date,
): Promise<void> {
  const facility = await queryClient.ensureQueryData(facilityQuery).catch(() => undefined)
  if (!facility) return
  await queryClient.prefetchQuery(scheduleQuery(shownDay(date, now, facility)))
}

/** Booking a cage (spec 1 §2.4). `date` is the day that the address asks for. */
export function BookCagePage({ date }: { date: string | undefined }) {
  const { data: facility, error, refetch } = useQuery(facilityQuery)
  const large = useLargeScreen()
  return (
    <div className={classes.page}>
      <div className={classes.banner}>
        <PageBanner title="Book Cage" tagline={facility?.rate_line} />
      </div>
      <Stack gap={8} className={classes.content} data-laid-out={large ? 'large' : 'small'}>
        {facility && <BookableDays facility={facility} date={date} />}
        {!facility && error && <ScheduleProblem error={error} onRetry={() => void refetch()} />}
        {!facility && !error && (
          <>
            <DayNavigationSkeleton />
            <Later part={cageDay} />
          </>
        )}
      </Stack>
    </div>
  )
}

function BookableDays({ facility, date }: { facility: Facility; date: string | undefined }) {
  const now = useMinuteClock()
  const day = useShownDay(date, now, facility)
  const range = bookableRange(now, facility)
  const [asked] = useState({ date, day })
  const other = day === asked.day ? otherDayText(asked.date, day, range) : null
  useCorrectedDate(date, day)
  return (
    <>
      {other && (
        <Text strong role="status">
          {other}
        </Text>
      )}
      <DayNavigation day={day} range={range} facility={facility} />
      {isClosedOn(day, facility) ? (
        <ClosedDay day={day} range={range} facility={facility} />
      ) : (
        <Later part={cageDay} />
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
    <Panel className={classes.closed}>
      <Heading below="sm" as="h3" size="part">
        {special
          ? `We're Closed on ${formatDay(day, 'long')}`
          : `We're Closed on ${weekdayNames[dayOfWeek(day)]}s`}
      </Heading>
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
    </Panel>
  )
}
