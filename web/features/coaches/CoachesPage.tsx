import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Coach } from '../../../shared/contract/coaches.ts'
import { coachesQuery } from '../../api/queries/coaches.ts'
import { OfferLink } from '../../components/OfferCard.tsx'
import { CardList, CardListContent, CardListProblem, NoCards, PendingCards } from '../../ui/CardList.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import classes from './CoachesPage.module.css'
import { CoachPortrait, specialtiesOf } from './CoachPortrait.tsx'

/** Who gives lessons here (spec 1 §2.5). */
export function CoachesPage() {
  const { data: coaches, error, refetch } = useQuery(coachesQuery)
  return (
    <>
      <PageBanner title="Meet Our Expert Coaches" tagline="Private lessons of 30, 60 or 90 minutes" />
      <CardListContent className={classes.content ?? ''}>
        {coaches && <CoachList coaches={coaches} />}
        {!coaches && error && (
          <CardListProblem
            message={`Failed to load coaches: ${error.message}`}
            onRetry={() => void refetch()}
          />
        )}
        {!coaches && !error && (
          <PendingCards label="Loading coaches…" count={4} skeleton={classes.skeleton} />
        )}
      </CardListContent>
    </>
  )
}

function CoachList({ coaches }: { coaches: readonly Coach[] }) {
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
        <CoachCard key={coach.id} coach={coach} />
      ))}
    </CardList>
  )
}

/** One coach of the list; the whole card leads to the coach's page (spec 1 §2.5). */
function CoachCard({ coach }: { coach: Coach }) {
  return (
    <li className={classes.card}>
      <CoachPortrait coach={coach} className={classes.portrait} sizes="(width < 36em) 6.5rem, 20rem" />
      <div className={classes.words}>
        <h2 className={classes.name}>{coach.name}</h2>
        <p className={classes.specialties}>{specialtiesOf(coach)}</p>
        <OfferLink
          name={coach.name}
          page={{ to: '/book-coach/$coachId', params: { coachId: coach.id } }}
          label="View Profile & Book"
          className={classes.link}
        />
      </div>
    </li>
  )
}
