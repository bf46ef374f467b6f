import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './DayNavigation.module.css'

/** An arrow to another day; greyed out where `to` is null because there is nothing to book. */
export function StepLink({ to, label, icon: Arrow }: { to: string | null; label: string; icon: Icon }) {
  if (!to) {
    return (
      <button type="button" disabled className={classes.step} aria-label={label}>
        <Arrow size={24} aria-hidden />
      </button>
    )
  }
  return (
    <Link
      to="/book-cage"
      search={{ date: to }}
      resetScroll={false}
      className={classes.step}
      aria-label={label}
      title={label}
    >
      <Arrow size={24} aria-hidden />
    </Link>
  )
}
