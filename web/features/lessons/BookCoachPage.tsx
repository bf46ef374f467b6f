import '@mantine/core/styles/Spoiler.layer.css'
import { Skeleton, Spoiler } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CoachProfile } from '../../../shared/contract/coaches.ts'
import { lessonsWith, pageTitles } from '../../../shared/domain/pageTitles.ts'
import { isRefusal } from '../../api/apiError.ts'
import { coachQuery } from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { phoneHref } from '../../components/phone.ts'
import { preloadCalendar } from '../../components/TimeChoice.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import detailPage from '../../ui/detailPage.module.css'
import { PageMessage, PageProblem } from '../../ui/PageMessage.tsx'
import { CoachPortrait, specialtiesOf } from '../coaches/CoachPortrait.tsx'
import { ReturnFromPayment } from '../payments/ReturnFromPayment.tsx'
import classes from './BookCoachPage.module.css'
import { LessonBooking } from './LessonBooking.tsx'
import type { LessonSearch } from './lessonSearch.ts'

/** Asks for what the page needs beside its own code and waits for none of it: the page says itself what failed. */
export function loadBookCoach(queryClient: QueryClient, coachId: string): void {
  void queryClient.prefetchQuery(coachQuery(coachId))
  void queryClient.prefetchQuery(facilityQuery)
  preloadCalendar()
}

/** A coach's public page, where a lesson is booked (spec 1 §2.6). */
export function BookCoachPage({ coachId, search }: { coachId: string; search: LessonSearch }) {
  const coach = useQuery(coachQuery(coachId))
  const facility = useQuery(facilityQuery)
  const error = coach.error ?? facility.error
  usePageTitle(
    coach.data ? lessonsWith(coach.data.name) : coach.error ? pageTitles['/book-coach'] : undefined,
  )
  if (coach.data && facility.data) {
    return (
      <div className={detailPage.introduced}>
        <CoachIntroduction coach={coach.data} />
        <LessonBooking coach={coach.data} facility={facility.data} search={search} />
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
        <output className={classes.loading}>Loading coach profile...</output>
        <Skeleton height="7rem" radius="lg" mb="sm" />
        <Skeleton height="4rem" radius="md" />
      </div>
      <Skeleton height="34rem" radius="lg" />
    </div>
  )
}

/** About eight lines: a long biography must not keep the start times off a phone's screen. */
const biographyHeight = 128

/** Who the coach is: photo, name, specialties, phone and bio (spec 1 §2.6). */
function CoachIntroduction({ coach }: { coach: CoachProfile }) {
  const { name, bio, phone_number } = coach
  return (
    <section className={classes.introduction} aria-labelledby="coach-name">
      <CoachPortrait coach={coach} className={classes.portrait} sizes="(width < 62em) 6.5rem, 24rem" />
      <div className={classes.facts}>
        <h1 id="coach-name" className={classes.name}>
          {name}
        </h1>
        <p className={classes.specialties}>
          <span className={classes.label}>Specialties: </span>
          {specialtiesOf(coach)}
        </p>
        {phone_number && (
          <a href={phoneHref(phone_number)} className={classes.phone}>
            <IconPhone size={18} aria-hidden />
            {phone_number}
          </a>
        )}
      </div>
      {bio && (
        <Spoiler
          maxHeight={biographyHeight}
          showLabel="Read more"
          hideLabel="Show less"
          className={classes.bio}
          classNames={{ control: classes.more ?? '' }}
        >
          {bio}
        </Spoiler>
      )}
    </section>
  )
}
