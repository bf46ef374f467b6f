import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lessonsWith, pageTitles } from '../../../shared/domain/pageTitles.ts'
import { isRefusal } from '../../api/apiError.ts'
import { coachQuery } from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import detailPage from '../../ui/detailPage.module.css'
import { PageMessage, PageProblem } from '../../ui/PageMessage.tsx'
import { ReturnFromPayment } from '../payments/ReturnFromPayment.tsx'
import classes from './BookCoachPage.module.css'
import { CoachIntroduction } from './CoachIntroduction.tsx'
import { LessonBooking } from './LessonBooking.tsx'
import type { LessonSearch } from './lessonSearch.ts'

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
