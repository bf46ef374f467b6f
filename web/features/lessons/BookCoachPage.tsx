import { Skeleton } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CoachProfile } from '../../../shared/contract/lessons/coaches.ts'
import { lessonsWith, missingTitles, pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { defaultLessonMinutes } from '../../../shared/domain/lessons/lessons.ts'
import { isRefusal } from '../../api/apiError.ts'
import { cagesQuery } from '../../api/queries/cages.ts'
import {
  availabilityQuery,
  coachQuery,
  lessonDaysQuery,
  nextLessonDayQuery,
} from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { shownDay } from '../../components/dayChoices.ts'
import { phoneHref } from '../../components/phone.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import detailPage from '../../ui/detailPage.module.css'
import { markedLink, Stack, Text } from '../../ui/layout.tsx'
import { PageMessage, PageProblem } from '../../ui/PageMessage.tsx'
import { Later, laterPart } from '../../ui/preloadable.tsx'
import { ReadMore } from '../../ui/ReadMore.tsx'
import { CoachPortrait, specialtiesOf } from '../coaches/CoachPortrait.tsx'
import { ReturnFromPayment } from '../payments/ReturnFromPayment.tsx'
import classes from './BookCoachPage.module.css'
import { lessonCalendar, loadLessonPurchase } from './lessonParts.ts'
import type { LessonSearch } from './lessonSearch.ts'

/** Times, summary, booking: the page's own code is who the coach is. */
const lessonBooking = laterPart(() => import('./LessonBooking.tsx'))

/** Asks for what the page needs, and waits only for its code: the page says itself what failed. */
export async function loadBookCoach(
  queryClient: QueryClient,
  shown: LessonSearch & { coachId: string; now: Date },
): Promise<void> {
  // Hydrated after the page, but downloaded beside it: it is what people come for.
  void lessonBooking.preload()
  void queryClient.prefetchQuery(coachQuery(shown.coachId))
  void queryClient.prefetchQuery(cagesQuery)
  void prefetchTimes(queryClient, shown)
  const purchase = shown.time === undefined ? undefined : loadLessonPurchase()
  await Promise.all([lessonBooking.withPage(), lessonCalendar.withPage(), purchase])
}

/** The facility's hours come first, since they decide the day. */
async function prefetchTimes(
  queryClient: QueryClient,
  { coachId, date, duration, now }: Parameters<typeof loadBookCoach>[1],
): Promise<void> {
  const facility = await queryClient.ensureQueryData(facilityQuery).catch(() => undefined)
  if (!facility) return
  const day = shownDay(date, now, facility)
  const minutes = duration ?? defaultLessonMinutes
  void queryClient.prefetchQuery(lessonDaysQuery(coachId, day, minutes))
  const times = await queryClient
    .ensureQueryData(availabilityQuery(coachId, day, minutes))
    .catch(() => undefined)
  if (times?.length === 0) await queryClient.prefetchQuery(nextLessonDayQuery(coachId, day, minutes))
}

/** A coach's public page, where a lesson is booked (spec 1 §2.6). */
export function BookCoachPage({ coachId }: { coachId: string }) {
  const coach = useQuery(coachQuery(coachId))
  const facility = useQuery(facilityQuery)
  const error = coach.error ?? facility.error
  usePageTitle(
    coach.data ? lessonsWith(coach.data.name) : coach.error ? titleOfProblem(coach.error) : undefined,
  )
  if (coach.data && facility.data) {
    return (
      <div className={detailPage.introduced}>
        <CoachIntroduction coach={coach.data} />
        <Later part={lessonBooking} />
        <ReturnFromPayment />
      </div>
    )
  }
  if (isMissing(coach.error)) return <MissingCoach />
  if (!error) return <Pending />
  return (
    <PageProblem
      title="This coach's page did not load"
      text={error.message}
      onRetry={() => {
        if (coach.error) void coach.refetch()
        if (facility.error) void facility.refetch()
      }}
    />
  )
}

const titleOfProblem = (error: unknown) => (isMissing(error) ? missingTitles : pageTitles)['/book-coach']

/** An address that cannot be a coach's names nobody either. */
const isMissing = (error: unknown) =>
  isRefusal(error, 'coach_not_found') || isRefusal(error, 'invalid_input') || isRefusal(error, 'not_found')

const MissingCoach = () => (
  <PageMessage title="Coach not found." text="This coach may no longer give lessons here.">
    <Link to="/coaches">See all coaches</Link>
  </PageMessage>
)

function Pending() {
  return (
    <div className={detailPage.introduced} aria-busy="true">
      <div>
        <Text as="output" tone="dim" block below="sm">
          Loading coach profile...
        </Text>
        <Skeleton height="7rem" radius="lg" mb="sm" />
        <Skeleton height="4rem" />
      </div>
      <Skeleton height="34rem" radius="lg" />
    </div>
  )
}

/** Who the coach is: photo, name, specialties, phone and bio (spec 1 §2.6). */
function CoachIntroduction({ coach }: { coach: CoachProfile }) {
  const { name, bio, phone_number } = coach
  return (
    <section className={classes.introduction} aria-labelledby="coach-name">
      <CoachPortrait coach={coach} className={classes.portrait} sizes="(width < 62em) 6.5rem, 24rem" />
      <Stack shrinks gap={2} className={classes.facts}>
        <h1 id="coach-name" className={classes.name}>
          {name}
        </h1>
        <Text breaks>
          <Text as="span" tone="dim">
            Specialties:{' '}
          </Text>
          {specialtiesOf(coach)}
        </Text>
        {phone_number && (
          <a href={phoneHref(phone_number)} className={`${markedLink} ${classes.phone}`}>
            <IconPhone size={18} aria-hidden />
            {phone_number}
          </a>
        )}
      </Stack>
      {bio && <ReadMore text={bio} className={classes.bio} />}
    </section>
  )
}
