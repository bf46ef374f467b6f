import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Coach } from '../../../shared/contract/coaches.ts'
import wholeCard from '../../ui/wholeCard.module.css'
import classes from './CoachCard.module.css'
import { CoachPortrait } from './CoachPortrait.tsx'
import { specialtiesOf } from './specialties.ts'

/** One coach of the list; the whole card leads to the coach's page (spec 1 §2.5). */
export function CoachCard({ coach }: { coach: Coach }) {
  return (
    <li className={classes.card}>
      <CoachPortrait coach={coach} className={classes.portrait} />
      <div className={classes.words}>
        <h2 className={classes.name}>{coach.name}</h2>
        <p className={classes.specialties}>{specialtiesOf(coach)}</p>
        <Link
          to="/book-coach/$coachId"
          params={{ coachId: coach.id }}
          className={`${wholeCard.link} ${classes.link}`}
          aria-label={`View Profile & Book: ${coach.name}`}
        >
          View Profile & Book
          <IconArrowRight size={20} aria-hidden />
        </Link>
      </div>
    </li>
  )
}
