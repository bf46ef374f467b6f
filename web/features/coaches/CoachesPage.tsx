import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Coach, NextLessonTime, NextOfCoach } from '../../../shared/contract/lessons/coaches.ts'
import { defaultLessonMinutes } from '../../../shared/domain/lessons/lessons.ts'
import { monthStripLength } from '../../../shared/domain/time/calendar.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { coachesQuery, nextLessonTimesQuery } from '../../api/queries/coaches.ts'
import { facilityQuery, publicTextQuery } from '../../api/queries/facility.ts'
import { OfferLink } from '../../components/OfferCard.tsx'
import { CardList, CardListContent, CardListProblem, NoCards, PendingCards } from '../../ui/CardList.tsx'
import { Heading, markedLink, Panel, Stack, Text } from '../../ui/layout.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import classes from './CoachesPage.module.css'
import { CoachPortrait, specialtiesOf } from './CoachPortrait.tsx'

/** Who gives lessons here (spec 1 §2.5). */
export function CoachesPage() {
  const { data: coaches, error, refetch } = useQuery(coachesQuery)
  const intro = useQuery(publicTextQuery('coach-intro')).data?.sections[0]
  const [line] = intro?.blocks ?? []
  const times = useQuery(nextLessonTimesQuery)
  const daysAhead = useQuery(facilityQuery).data?.booking_window_days ?? monthStripLength
  // The cards come with their times, since a line that came later would move what is below it.
  const isPending = !coaches || times.isPending
  return (
    <>
      <PageBanner
        title={intro?.title ?? 'Meet Our Expert Coaches'}
        tagline={line && 'pieces' in line ? line.pieces.map(({ text }) => text).join('') : undefined}
      />
      <CardListContent className={classes.content ?? ''}>
        {coaches && !isPending && <CoachList coaches={coaches} times={times.data} daysAhead={daysAhead} />}
        {!coaches && error && (
          <CardListProblem
            message={`Failed to load coaches: ${error.message}`}
            onRetry={() => void refetch()}
          />
        )}
        {isPending && !(error && !coaches) && (
          <PendingCards label="Loading coaches…" count={4} skeleton={classes.skeleton} />
        )}
      </CardListContent>
    </>
  )
}

interface CoachListProps {
  coaches: readonly Coach[]
  /** Undefined where they did not load: the list is of use without them. */
  times: readonly NextOfCoach[] | undefined
  /** How far ahead can be booked. */
  daysAhead: number
}

function CoachList({ coaches, times, daysAhead }: CoachListProps) {
  const next = new Map(times?.map((time) => [time.coach_id, time.next]))
  if (coaches.length === 0) {
    return (
      <NoCards message="No coaches available at the moment.">
        <Link to="/book-cage">Book a cage instead</Link>
      </NoCards>
    )
  }
  return (
    <CardList>
      {coaches.map((coach) => (
        <CoachCard key={coach.id} coach={coach} next={next.get(coach.id)} daysAhead={daysAhead} />
      ))}
    </CardList>
  )
}

interface CoachCardProps {
  coach: Coach
  /** Null if there is none; undefined while unknown. */
  next: NextLessonTime | null | undefined
  /** How far ahead can be booked. */
  daysAhead: number
}

/** One coach of the list; the whole card leads to the coach's page (spec 1 §2.5). */
function CoachCard({ coach, next, daysAhead }: CoachCardProps) {
  return (
    <Panel as="li" className={classes.card}>
      <CoachPortrait coach={coach} className={classes.portrait} sizes="(width < 36em) 6.5rem, 20rem" />
      <Stack shrinks gap={4} className={classes.words}>
        <Heading size="xl" breaks className={classes.name}>
          {coach.name}
        </Heading>
        <Text grow tone="dim" breaks>
          {specialtiesOf(coach)}
        </Text>
        <NextFree next={next} daysAhead={daysAhead} />
        <OfferLink
          name={coach.name}
          page={{ to: '/book-coach/$coachId', params: { coachId: coach.id }, search: searchOf(next) }}
          label="View Profile & Book"
          className={markedLink}
        />
      </Stack>
    </Panel>
  )
}

/** The time does not break away from its day. */
function NextFree({ next, daysAhead }: Pick<CoachCardProps, 'next' | 'daysAhead'>) {
  if (next === undefined) return null
  if (next === null) {
    const days = Math.min(monthStripLength, daysAhead)
    return <p className={`${classes.next} ${classes.none}`}>No free times in the next {days} days</p>
  }
  const day = formatDay(next.lesson_date)
  return (
    <p className={classes.next}>
      Next free:{' '}
      <span className={classes.time}>
        {day}, {formatWallTime(next.available_start_time)}
      </span>
    </p>
  )
}

/** The coach's page opens where the coach is free. */
const searchOf = (next: NextLessonTime | null | undefined) => ({
  ...(next && { date: next.lesson_date }),
  ...(next && next.duration_minutes !== defaultLessonMinutes && { duration: next.duration_minutes }),
})
