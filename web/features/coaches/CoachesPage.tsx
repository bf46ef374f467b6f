import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Coach } from '../../../shared/contract/coaches.ts'
import { coachesQuery } from '../../api/queries/coaches.ts'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { CoachCard } from './CoachCard.tsx'
import classes from './CoachesPage.module.css'

/** Who gives lessons here (spec 1 §2.5). */
export function CoachesPage() {
  const { data: coaches, error, refetch } = useQuery(coachesQuery)
  return (
    <>
      <PageBanner title="Meet Our Expert Coaches" tagline="Private lessons of 30, 60 or 90 minutes" />
      <div className={classes.content}>
        {coaches && <CoachList coaches={coaches} />}
        {!coaches && error && (
          <div role="alert" className={classes.problem}>
            <p className={classes.message}>Failed to load coaches: {error.message}</p>
            <Button color="stitch.6" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
        {!coaches && !error && <Pending />}
      </div>
    </>
  )
}

function CoachList({ coaches }: { coaches: readonly Coach[] }) {
  if (coaches.length === 0) return <NoCoaches />
  return (
    <ul className={classes.list}>
      {coaches.map((coach) => (
        <CoachCard key={coach.id} coach={coach} />
      ))}
    </ul>
  )
}

function NoCoaches() {
  return (
    <section className={classes.empty}>
      <p className={classes.message}>No coaches available at the moment.</p>
      <Link to="/book-cage" className={classes.link}>
        Book a cage instead
      </Link>
    </section>
  )
}

function Pending() {
  return (
    <div aria-busy="true">
      <VisuallyHidden component="output">Loading coaches…</VisuallyHidden>
      <div className={classes.list} aria-hidden>
        {['first', 'second', 'third', 'fourth'].map((card) => (
          <Skeleton key={card} radius="lg" className={classes.skeleton} />
        ))}
      </div>
    </div>
  )
}
