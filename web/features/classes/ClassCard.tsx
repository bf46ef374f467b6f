import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TrainingClass } from '../../../shared/contract/classes.ts'
import { scheduleLine } from '../../../shared/domain/classSchedule.ts'
import { centsFromDollars, formatRate } from '../../../shared/domain/money.ts'
import wholeCard from '../../ui/wholeCard.module.css'
import { CoachPortrait } from '../coaches/CoachPortrait.tsx'
import classes from './ClassCard.module.css'

/** One class of the list; the whole card leads to its page (spec 2 §2). */
export function ClassCard({ trainingClass }: { trainingClass: TrainingClass }) {
  const { id, name, coach_profile: coach, class_schedules, age_group, price } = trainingClass
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <CoachPortrait coach={portraitOf(trainingClass)} className={classes.portrait} />
        <div className={classes.title}>
          <h2 className={classes.name}>{name}</h2>
          {coach && <p className={classes.coach}>with {coach.full_name}</p>}
        </div>
      </div>
      <ul className={classes.schedule} aria-label="Weekly schedule">
        {class_schedules.map((schedule) => (
          <li key={`${schedule.day_of_week} ${schedule.start_time}`}>{scheduleLine(schedule)}</li>
        ))}
      </ul>
      <p className={classes.facts}>
        {age_group && <span>{age_group}</span>}
        <span>
          <strong>{price === 0 ? 'Free' : formatRate(centsFromDollars(price))}</strong>
          {price > 0 && ' per class'}
        </span>
      </p>
      <Link
        to="/classes/$classId"
        params={{ classId: id }}
        className={`${wholeCard.link} ${classes.link}`}
        aria-label={`View Details & Book: ${name}`}
      >
        View Details & Book
        <IconArrowRight size={20} aria-hidden />
      </Link>
    </li>
  )
}

/** The coach's picture, or the initials of a class that has none. */
export const portraitOf = ({ name, coach_profile: coach }: TrainingClass) =>
  coach
    ? { name: coach.full_name, profile_image_url: coach.profile_image_url }
    : { name, profile_image_url: null }
