import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { UpcomingItem, UpcomingList } from '../../../shared/contract/accounts/accountOverview.ts'
import { formatDay, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { read } from '../../api/read.ts'
import { StatusChip } from '../../components/ItemCard.tsx'
import { LoadProblem, retryFailed } from '../../components/LoadProblem.tsx'
import { Grid, List, Panel, Row, Text, textLink } from '../../ui/layout.tsx'
import { titleFor } from '../changes/booked.ts'
import { MembershipCard } from './MembershipCard.tsx'
import { NextUp } from './NextUp.tsx'
import classes from './OverviewTab.module.css'

const kinds: readonly UpcomingKind[] = ['classes', 'lessons', 'bookings', 'camps']

/** What comes next; then the membership, and what is coming up of each kind (spec 2 §2). */
export function OverviewTab() {
  return (
    <>
      <VisuallyHidden component="h2">Overview</VisuallyHidden>
      <NextUp />
      <Counters />
    </>
  )
}

function Counters() {
  const overview = useQuery({ ...read('GET /api/me/overview'), staleTime: 0 })
  const facility = useQuery(facilityQuery)
  const error = overview.error ?? facility.error
  if (overview.data && facility.data) {
    return (
      <Grid gap="sm" className={classes.grid}>
        <MembershipCard subscription={overview.data.subscription} facility={facility.data} />
        {kinds.map((kind) => (
          <UpcomingPanel key={kind} kind={kind} list={overview.data[kind]} />
        ))}
      </Grid>
    )
  }
  if (error) {
    return <LoadProblem what="overview" error={error} onRetry={() => retryFailed(overview, facility)} />
  }
  return <Pending />
}

function Pending() {
  return (
    <Grid gap="sm" className={classes.grid} aria-busy="true">
      <VisuallyHidden component="output">Loading your overview…</VisuallyHidden>
      <Skeleton height="9rem" radius="lg" className={classes.wide ?? ''} />
      {kinds.map((kind) => (
        <Skeleton key={kind} height="14rem" radius="lg" />
      ))}
    </Grid>
  )
}

type UpcomingKind = 'classes' | 'lessons' | 'bookings' | 'camps'

interface PanelTexts {
  heading: string
  none: string
  /** The next step when there is none. */
  to: NonNullable<LinkProps['to']>
  label: string
  /** The title of one; by default as the server has it. */
  title?: (title: string) => string
}

const texts: Record<UpcomingKind, PanelTexts> = {
  classes: {
    heading: 'Upcoming Classes',
    none: 'No classes coming up.',
    to: '/classes',
    label: 'Browse Classes',
  },
  lessons: {
    heading: 'Upcoming Lessons',
    none: 'No lessons coming up.',
    to: '/coaches',
    label: 'Meet the Coaches',
    title: (coach) => `Lesson with ${coach}`,
  },
  bookings: {
    heading: 'Upcoming Bookings',
    none: 'No cages coming up.',
    to: '/book-cage',
    label: 'Book a Cage',
  },
  camps: {
    heading: 'Upcoming Camps',
    none: 'No camps coming up.',
    to: '/camps',
    label: 'See the Camps',
  },
}

/** How many of a kind are coming up, and the next three of them (spec 2 §2). */
function UpcomingPanel({ kind, list }: { kind: UpcomingKind; list: UpcomingList }) {
  const { heading, none, to, label, title } = texts[kind]
  return (
    <Panel shrinks className={classes.panel} aria-labelledby={`upcoming-${kind}`}>
      <Row gap="sm" apart>
        <Row as="h3" gap={8} nowrap id={`upcoming-${kind}`} className={classes.heading}>
          <Text as="span" tone="accent" numbers className={classes.count}>
            {list.count}
          </Text>{' '}
          {heading}
        </Row>
        <Link to="/account" search={{ tab: kind }} className={`${textLink} ${classes.all}`}>
          View all<VisuallyHidden> {kind}</VisuallyHidden>
        </Link>
      </Row>
      {list.next.length > 0 ? (
        <List as="ol">
          {list.next.map((item) => (
            <Item key={item.id} item={item} title={titleFor(title ? title(item.title) : item.title, item)} />
          ))}
        </List>
      ) : (
        <p className={classes.none}>
          {none}{' '}
          <Link to={to} className={textLink}>
            {label}
          </Link>
        </p>
      )}
    </Panel>
  )
}

function Item({ item, title }: { item: UpcomingItem; title: string }) {
  const { day, start_time, end_time, paid } = item
  const times = start_time && end_time && formatWallTimeRange({ start_time, end_time })
  return (
    <Row as="li" apart className={classes.item}>
      <span>
        <Text as="span" strong>
          {title}
        </Text>
        <Text as="span" numbers className={classes.when}>
          {formatDay(day)}
          {times && ' · '}
          {times && <span className={classes.times}>{times}</span>}
        </Text>
      </span>
      {!paid && <StatusChip tone="open">Pay on Arrival</StatusChip>}
    </Row>
  )
}
