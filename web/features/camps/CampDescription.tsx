import type { CampDetail } from '../../../shared/contract/camps.ts'
import { CampCoaches } from './CampCoaches.tsx'
import classes from './CampDescription.module.css'
import { CampSessions } from './CampSessions.tsx'

/** The words, key features, sessions and coaches of a camp (spec 2 §2). */
export function CampDescription({ camp, city }: { camp: CampDetail; city: string }) {
  return (
    <div className={classes.description}>
      <p className={classes.words}>{camp.description?.trim() || 'No description available'}</p>
      {camp.bullet_points.length > 0 && (
        <section aria-labelledby="key-features">
          <h2 id="key-features" className={classes.heading}>
            Key Features
          </h2>
          <ul className={classes.features}>
            {camp.bullet_points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      )}
      {camp.camp_timeslots.length > 0 && <CampSessions slots={camp.camp_timeslots} city={city} />}
      {camp.camp_coaches.length > 0 && <CampCoaches coaches={camp.camp_coaches.map(({ coach }) => coach)} />}
    </div>
  )
}
