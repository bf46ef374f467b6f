import type { UpcomingThing } from '../../../../shared/contract/privacy.ts'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay, formatTime } from '../../../../shared/domain/timeFormat.ts'
import classes from './Security.module.css'

/** What is still to come, in facility time. */
export function UpcomingThings({ things, zone }: { things: readonly UpcomingThing[]; zone: string }) {
  return (
    <ul className={classes.things}>
      {things.map(({ kind, title, starts_at }) => (
        <li key={`${kind} ${title} ${starts_at}`}>
          <strong>{title}</strong>
          {starts_at
            ? `${formatDay(facilityDay(starts_at, zone), 'short')}, ${formatTime(starts_at, zone)}`
            : restOf[kind]}
        </li>
      ))}
    </ul>
  )
}

/** What is said of things that have no time. */
const restOf: Partial<Record<UpcomingThing['kind'], string>> = {
  membership: 'renews every month',
  payment: 'under way right now',
}
