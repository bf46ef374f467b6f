import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Camp } from '../../../shared/contract/camps.ts'
import { campsQuery } from '../../api/queries/camps.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
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
      <div className={classes.content}>
        {camps.data && zone ? (
          <Camps camps={camps.data} zone={zone} />
        ) : error ? (
          <div role="alert" className={classes.problem}>
            <p className={classes.message}>Could not load camps.</p>
            <p>{error.message}</p>
            <Button
              color="stitch.6"
              onClick={() => {
                if (camps.error) void camps.refetch()
                if (facility.error) void facility.refetch()
              }}
            >
              Try again
            </Button>
          </div>
        ) : (
          <Pending />
        )}
      </div>
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
  <ul className={classes.list}>
    {camps.map((camp) => (
      <CampCard key={camp.id} camp={camp} heading={heading} />
    ))}
  </ul>
)

function NoCamps() {
  return (
    <section className={classes.empty}>
      <p className={classes.message}>There are no camps available at this time. Please check back later.</p>
      <Link to="/coaches" className={classes.link}>
        Book a private lesson instead
      </Link>
    </section>
  )
}

function Pending() {
  return (
    <div aria-busy="true">
      <VisuallyHidden component="output">Loading camps…</VisuallyHidden>
      <div className={classes.list} aria-hidden>
        {['first', 'second', 'third'].map((card) => (
          <Skeleton key={card} radius="lg" className={classes.skeleton} />
        ))}
      </div>
    </div>
  )
}
