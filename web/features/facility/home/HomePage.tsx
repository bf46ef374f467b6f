import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { FeatureCards } from './FeatureCards.tsx'
import { Hero } from './Hero.tsx'
import { UpcomingSessions } from './UpcomingSessions.tsx'

/** `/` (spec 1 §2.3). Shown at once; what comes from the server appears in the space kept for it. */
export function HomePage() {
  const { data: facility } = useQuery(facilityQuery)
  return (
    <>
      <Hero facility={facility} />
      {facility && <UpcomingSessions timeZone={facility.time_zone} />}
      <FeatureCards />
    </>
  )
}
