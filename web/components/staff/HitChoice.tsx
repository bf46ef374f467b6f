import { useQuery } from '@tanstack/react-query'
import type { ClosureHit, HitKind, HitList } from '../../../shared/contract/facility/closures.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import dialogContent from '../../ui/dialogContent.module.css'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import classes from './HitChoice.module.css'

export const kindNames: Readonly<Record<HitKind, string>> = {
  booking: 'Cage booking',
  guest_booking: 'Guest booking',
  lesson: 'Lesson',
  class: 'Class session',
  camp: 'Camp',
  hold: 'Being paid for',
}

interface HitChoiceProps {
  hits: HitList
  choice: 'keep' | 'cancel'
  onChoose: (choice: 'keep' | 'cancel') => void
  kept: string
}

/** What is in the way, and what becomes of it. */
export const HitChoice = ({ hits, choice, onChoose, kept }: HitChoiceProps) => (
  <div ref={showIt} className={classes.choice}>
    <p className={dialogContent.notice} role="status">
      {hits.hits.length === 1 ? '1 booking is' : `${hits.hits.length} bookings are`} affected.
      {hits.refund > 0 && ` ${formatDollars(centsFromDollars(hits.refund))} was paid.`}
    </p>
    <HitTable hits={hits.hits} />
    <RadioTiles
      legend="What Happens to Them"
      name="on-hits"
      tiles={[
        { value: 'keep' as const, title: kept, note: 'No one is told' },
        {
          value: 'cancel' as const,
          title: 'Cancel, Tell and Refund',
          note:
            hits.refund > 0
              ? `One message each, ${formatDollars(centsFromDollars(hits.refund))} refunded`
              : 'One message each',
        },
      ]}
      value={choice}
      onPick={onChoose}
    />
  </div>
)

/** It appears below what is on screen. */
const showIt = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The bookings, lessons, sessions and checkouts in the way, soonest first. */
export function HitTable({ hits }: { hits: readonly ClosureHit[] }) {
  const { data: facility } = useQuery(facilityQuery)
  const zone = facility?.time_zone
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <ul className={classes.hits} aria-label="What is booked there" tabIndex={0}>
      {hits.map(({ kind, id, title, person, people, start_time, end_time, paid, begun }) => (
        <li key={`${kind} ${id}`}>
          <span className={classes.what}>
            <strong>{person ?? title}</strong>
            <span>
              {kindNames[kind]}
              {person !== null && `, ${title}`}
              {people > 1 && `, ${people} places`}
            </span>
          </span>
          <span className={classes.when}>
            {zone &&
              `${formatDay(facilityDay(start_time, zone))}, ${formatTimeRange(start_time, end_time, zone)}`}
            <span>
              {begun
                ? 'Has begun: stays'
                : paid > 0
                  ? `${formatDollars(centsFromDollars(paid))} paid`
                  : 'Unpaid'}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
