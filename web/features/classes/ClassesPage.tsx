import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedClass } from '../../../shared/contract/programs/classes.ts'
import { centsFromDollars, formatRate } from '../../../shared/domain/money/money.ts'
import { scheduleLine } from '../../../shared/domain/programs/classSchedule.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { classesQuery } from '../../api/queries/classes.ts'
import { OfferCard } from '../../components/OfferCard.tsx'
import { SpotsLeft } from '../../components/SpotsLeft.tsx'
import { CardList, CardListContent, CardListProblem, NoCards, PendingCards } from '../../ui/CardList.tsx'
import { Heading, Row, Text } from '../../ui/layout.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { CoachPortrait } from '../coaches/CoachPortrait.tsx'
import classes from './ClassesPage.module.css'

/** The classes that one can join (spec 2 §2). */
export function ClassesPage() {
  const { data, error, refetch } = useQuery(classesQuery)
  return (
    <>
      <PageBanner title="Classes" tagline="Small groups, every week: book the sessions that suit you" />
      <CardListContent className={classes.content ?? ''}>
        {data && <ClassList list={data} />}
        {!data && error && (
          <CardListProblem
            message={`Failed to load classes: ${error.message}`}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <PendingCards label="Loading classes…" count={3} skeleton={classes.skeleton} />}
      </CardListContent>
    </>
  )
}

function ClassList({ list }: { list: readonly ListedClass[] }) {
  if (list.length === 0) {
    return (
      <NoCards message="No classes available.">
        <Link to="/coaches">Book a private lesson instead</Link>
      </NoCards>
    )
  }
  return (
    <CardList>
      {list.map((one) => (
        <ClassCard key={one.id} trainingClass={one} />
      ))}
    </CardList>
  )
}

function ClassCard({ trainingClass }: { trainingClass: ListedClass }) {
  const {
    id,
    name,
    coach_profile: coach,
    class_schedules,
    age_group,
    price,
    next_session: next,
  } = trainingClass
  return (
    <OfferCard
      name={name}
      page={{ to: '/classes/$classId', params: { classId: id } }}
      label="View Details & Book"
    >
      <div className={classes.head}>
        <CoachPortrait
          coach={coach ? { ...coach, name: coach.full_name } : { name, profile_image_url: null }}
          className={classes.portrait}
          sizes="8rem"
        />
        <div className={classes.title}>
          <Heading size="xl" breaks className={classes.name}>
            {name}
          </Heading>
          {coach && (
            <Text tone="dim" breaks above={4}>
              with {coach.full_name}
            </Text>
          )}
        </div>
      </div>
      <ul className={classes.schedule} aria-label="Weekly schedule">
        {class_schedules.map((schedule) => (
          <li key={`${schedule.day_of_week} ${schedule.start_time}`}>{scheduleLine(schedule)}</li>
        ))}
      </ul>
      <Row as="p" align="stretch" apart above={4} className={classes.next}>
        {next ? (
          <>
            Next: {formatDay(next.class_date)}, {formatWallTime(next.start_time)}
            <SpotsLeft spots={next.spots_left} />
          </>
        ) : (
          'All sessions are full. Check back soon.'
        )}
      </Row>
      <Row as="p" align="stretch" apart className={classes.facts}>
        {age_group && <span>{age_group}</span>}
        <span>
          <strong>{price === 0 ? 'Free' : formatRate(centsFromDollars(price))}</strong>
          {price > 0 && ' per class'}
        </span>
      </Row>
    </OfferCard>
  )
}
