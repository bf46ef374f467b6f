import { Link } from '@tanstack/react-router'
import classes from './RegisterPanel.module.css'

const reasons = {
  closed: 'This camp takes no registrations right now.',
  over: 'The last session of this camp has started.',
  full: 'Every spot is taken. Someone may still cancel: look in again.',
} as const

/** Why there is no seat to be had, and where to go on (spec 2 §2, 'Page states'). */
export function NoSeat({ state }: { state: keyof typeof reasons }) {
  return (
    <div className={classes.actions}>
      <p className={classes.reason}>{reasons[state]}</p>
      <Link to="/camps" className={classes.link}>
        See all camps
      </Link>
    </div>
  )
}
