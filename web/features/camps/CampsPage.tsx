import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Camp } from '../../../shared/contract/camps.ts'
import { campsQuery } from '../../api/queries/camps.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { CardList, CardListContent, CardListProblem, NoCards, PendingCards } from '../../ui/CardList.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { CampCard } from './CampCard.tsx'
import classes from './CampsPage.module.css'
import { campLists } from './campLists.ts'

/** The camps that are on offer (spec 2 §2). */
export function CampsPage() {
  const camps = useQuery(campsQuery)
  const facility = useQuery(facilityQuery)
  const zone = facility.data?.time_zone
  const error = camps.error ?? facility.error
  return (
    <>
      <PageBanner title="Camps" tagline="A few days of baseball and softball with our coaches" />
      <CardListContent className={classes.content ?? ''}>
        {camps.data && zone ? (
          <Camps camps={camps.data} zone={zone} />
        ) : error ? (
          <CardListProblem
            message="Could not load camps."
            reason={error.message}
            onRetry={() => {
              if (camps.error) void camps.refetch()
              if (facility.error) void facility.refetch()
            }}
          />
        ) : (
          <PendingCards label="Loading camps…" count={3} skeleton={classes.skeleton} />
        )}
      </CardListContent>
    </>
  )
}

function Camps({ camps, zone }: { camps: readonly Camp[]; zone: string }) {
  const [now] = useState(() => new Date())
  const { upcoming, past } = campLists(camps, now, zone)
  return (
    <>
      {upcoming.length > 0 ? <CampList camps={upcoming} heading="h2" /> : <NoCamps />}
      {past.length > 0 && (
        <section aria-labelledby="past-camps">
          <h2 id="past-camps" className={classes.heading}>
            Past camps
          </h2>
          <CampList camps={past} heading="h3" />
        </section>
      )}
    </>
  )
}

const CampList = ({ camps, heading }: { camps: readonly Camp[]; heading: 'h2' | 'h3' }) => (
  <CardList>
    {camps.map((camp) => (
      <CampCard key={camp.id} camp={camp} heading={heading} />
    ))}
  </CardList>
)

const NoCamps = () => (
  <NoCards message="There are no camps available at this time. Please check back later.">
    <Link to="/coaches">Book a private lesson instead</Link>
  </NoCards>
)
