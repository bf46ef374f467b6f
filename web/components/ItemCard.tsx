import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { centsFromDollars, formatDollars } from '../../shared/domain/money.ts'
import { dayParts } from '../../shared/domain/timeFormat.ts'
import wholeCard from '../ui/wholeCard.module.css'
import classes from './ItemCard.module.css'

/** How something stands: settled, still to be paid or done, out of the way, or in trouble. */
export type Tone = 'good' | 'open' | 'quiet' | 'bad'

/** A short word on how something stands. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  )
}

interface ItemCardProps {
  title: string
  /** The page that tells more. */
  to?: string | undefined
  /** The facility day that the tile shows. */
  day: string
  chip: { tone: Tone; label: string }
  /** Dollars; without it nothing is said of money. */
  cost?: number | undefined
  /** Under the status. */
  note?: string | undefined
  /** What comes is what people look for; the rest stands back. */
  upcoming: boolean
  canceled?: boolean
  /** When, where, with whom: a line each. */
  children: ReactNode
  /** What can be done about it, in a row at the foot of the card. */
  actions?: ReactNode
}

/** One thing of the customer, whatever kind: what, when, what it costs and how it stands. */
export function ItemCard(props: ItemCardProps) {
  const { title, to, day, chip, cost, note, upcoming, canceled = false, children, actions } = props
  const { month, date } = dayParts(day)
  return (
    <li className={classes.card} data-canceled={canceled || undefined} data-past={!upcoming || undefined}>
      <p className={classes.date} aria-hidden>
        <span className={classes.month}>{month}</span>
        {date}
      </p>
      <div>
        <h4 className={classes.title}>
          {to ? (
            <Link to={to} className={`${wholeCard.link} ${classes.page}`}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h4>
        {children}
      </div>
      <div className={classes.money}>
        {cost !== undefined && <p className={classes.price}>{formatDollars(centsFromDollars(cost))}</p>}
        <p className={classes.standing}>
          <StatusChip tone={chip.tone}>{chip.label}</StatusChip>
        </p>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  )
}

/** When something is: the day and the times, on the facility's clock. */
export function When({ day, times }: { day: string; times: string | undefined }) {
  return (
    <>
      <p className={classes.line}>{day}</p>
      {times && <p className={classes.times}>{times}</p>}
    </>
  )
}

/** What else is worth a line: where, with whom. */
export function CardLine({ children }: { children: ReactNode }) {
  return <p className={classes.aside}>{children}</p>
}

/** What somebody wrote about it. */
export function CardNote({ by, children }: { by: string; children: ReactNode }) {
  return (
    <p className={classes.written}>
      <strong>{by}:</strong> {children}
    </p>
  )
}
