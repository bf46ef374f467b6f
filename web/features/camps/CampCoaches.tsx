import type { CampCoach } from '../../../shared/contract/camps.ts'
import { CoachPortrait, specialtiesOf } from '../coaches/CoachPortrait.tsx'
import classes from './CampCoaches.module.css'

/** Who leads the camp: image, name, specialties (spec 2 §2). */
export function CampCoaches({ coaches }: { coaches: readonly CampCoach[] }) {
  return (
    <section aria-labelledby="camp-coaches">
      <h2 id="camp-coaches" className={classes.heading}>
        Coaches
      </h2>
      <ul className={classes.coaches}>
        {coaches.map((coach) => (
          <li key={coach.id} className={classes.coach}>
            <CoachPortrait coach={coach} className={classes.portrait} />
            <div className={classes.words}>
              <h3 className={classes.name}>{coach.name}</h3>
              <p className={classes.specialties}>{specialtiesOf(coach)}</p>
              {coach.bio && <p className={classes.bio}>{coach.bio}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
