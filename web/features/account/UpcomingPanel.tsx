import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { UpcomingItem, UpcomingList } from '../../../shared/contract/accountOverview.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { StatusChip } from '../../components/ItemCard.tsx'
import classes from './OverviewTab.module.css'

export type UpcomingKind = 'classes' | 'lessons' | 'bookings' | 'camps'

interface Words {
  heading: string
  none: string
  /** The next step when there is none. */
  to: string
  label: string
  title: (title: string) => string
}

const plain = (title: string) => title

const words: Record<UpcomingKind, Words> = {
  classes: {
    heading: 'Upcoming Classes',
    none: 'No classes coming up.',
    to: '/classes',
    label: 'Browse classes',
    title: plain,
  },
  lessons: {
    heading: 'Upcoming Lessons',
    none: 'No lessons coming up.',
    to: '/coaches',
    label: 'Meet the coaches',
    title: (coach) => `Lesson with ${coach}`,
  },
  bookings: {
    heading: 'Upcoming Bookings',
    none: 'No cages coming up.',
    to: '/book-cage',
    label: 'Book a cage',
    title: plain,
  },
  camps: {
    heading: 'Upcoming Camps',
    none: 'No camps coming up.',
    to: '/camps',
    label: 'See the camps',
    title: plain,
  },
}

/** How many of a kind are coming up, and the next of them (spec 2 §2: at most 3). */
export function UpcomingPanel({ kind, list }: { kind: UpcomingKind; list: UpcomingList }) {
  const { heading, none, to, label, title } = words[kind]
  return (
    <section className={classes.panel} aria-labelledby={`upcoming-${kind}`}>
      <div className={classes.head}>
        <h3 id={`upcoming-${kind}`} className={classes.heading}>
          <span className={classes.count}>{list.count}</span> {heading}
        </h3>
        <Link to="/account" search={{ tab: kind }} className={classes.all}>
          View all<VisuallyHidden> {kind}</VisuallyHidden>
        </Link>
      </div>
      {list.next.length > 0 ? (
        <ol className={classes.items}>
          {list.next.map((item) => (
            <Item key={item.id} item={item} title={title(item.title)} />
          ))}
        </ol>
      ) : (
        <p className={classes.none}>
          {none}{' '}
          <Link to={to} className={classes.step}>
            {label}
          </Link>
        </p>
      )}
    </section>
  )
}

function Item({ item, title }: { item: UpcomingItem; title: string }) {
  const { day, start_time, end_time, paid } = item
  const times = start_time && end_time && `${formatWallTime(start_time)} - ${formatWallTime(end_time)}`
  return (
    <li className={classes.item}>
      <span>
        <span className={classes.title}>{title}</span>
        <span className={classes.when}>
          {formatDay(day)}
          {times && ' · '}
          {times && <span className={classes.times}>{times}</span>}
        </span>
      </span>
      {!paid && <StatusChip tone="open">Pay on Arrival</StatusChip>}
    </li>
  )
}
