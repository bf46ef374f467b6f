import {
  IconBackpack,
  IconBallBaseball,
  IconCalendarEvent,
  IconMapPin,
  IconSchool,
  IconTarget,
  IconTent,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { formatPrice } from '../../../shared/domain/money/money.ts'
import { Heading, List, Row, Text } from '../../ui/layout.tsx'
import classes from './Ticket.module.css'

/** What a ticket says, in words: the same of a cage, a lesson, a class and a camp. */
export interface TicketFacts {
  readonly kind: 'cage' | 'lesson' | 'class' | 'camp'
  /** 'Cage', 'Lesson with Lena Ortiz', the class or the camp. */
  readonly title: string
  /** Four signs; null where there is nothing to look up. */
  readonly number: string | null
  /** 'Tonight, Mon, Nov 23'. */
  readonly day: string
  readonly time: string
  /** Beside the time: 'Cage' and '4', 'Sessions' and '3'. */
  readonly side: { readonly label: string; readonly value: string } | null
  readonly who: { readonly names: string; readonly more: string; readonly several: boolean } | null
  /** Each with its day or place, where there are several. */
  readonly sessions: readonly string[]
  /** What to bring to a class or a camp; empty for nothing. For cages and lessons, the facility says it. */
  readonly bring: string
  /** In cents. */
  readonly total: number
  readonly paid: { readonly text: string; readonly good: boolean }
  /** What the price is for: '1 hour', '3 × $25.00'; empty where the total says it. */
  readonly of: string
}

const icons = { cage: IconBallBaseball, lesson: IconTarget, class: IconSchool, camp: IconTent }

/** '10:30–11:30 AM': what is longer is smaller, so that it stays in one line with what is beside it on a phone. */
const longestTime = 14

/** The one ticket: who, when, where, what to bring, and the price below the seam. */
export function Ticket({ facts, facility }: { facts: TicketFacts; facility: Facility }) {
  const Icon = icons[facts.kind]
  const { title, number, day, time, side, who, sessions, total, paid, of } = facts
  const isOwn = facts.kind === 'class' || facts.kind === 'camp'
  const bring = isOwn ? facts.bring : facility.what_to_bring
  return (
    <article className={classes.ticket} aria-label={`Ticket: ${title}`}>
      <div className={classes.head}>
        <Row as="p" gap={8} nowrap align="start" below="xs" className={classes.kind}>
          <Icon size={18} aria-hidden />
          <span>{title}</span>
          {number && (
            <abbr title="Read it out at the front desk" className={classes.number}>
              {number}
            </abbr>
          )}
        </Row>
        <div className={classes.when}>
          <p>
            <span className={classes.day}>{day}</span>{' '}
            <span className={classes.time} data-long={time.length > longestTime || undefined}>
              {time}
            </span>
          </p>
          {side && (
            <p className={classes.side}>
              {side.label} <span className={classes.value}>{side.value}</span>
            </p>
          )}
        </div>
      </div>
      <List className={classes.facts}>
        {who && (
          <Fact icon={who.several ? <IconUsers aria-hidden /> : <IconUser aria-hidden />} more={who.more}>
            {who.names}
          </Fact>
        )}
        {sessions.length > 1 && (
          <Fact icon={<IconCalendarEvent aria-hidden />}>
            {sessions.map((session) => (
              <Text as="span" block key={session}>
                {session}
              </Text>
            ))}
          </Fact>
        )}
        <Fact icon={<IconMapPin aria-hidden />} more={facility.parking ?? ''}>
          {facility.street_address}, {facility.city}
        </Fact>
        {bring && (
          <Fact icon={<IconBackpack aria-hidden />} more={bring}>
            What to bring
          </Fact>
        )}
      </List>
      <div className={classes.seam} />
      <Row gap="md" nowrap apart className={classes.price}>
        <div>
          <Heading as="p" size="2xl">
            {formatPrice(total)}
          </Heading>
          <Text tone="dim" size="sm" className={classes.paid} data-good={paid.good}>
            {paid.text}
          </Text>
        </div>
        {of && <span className={classes.of}>{of}</span>}
      </Row>
    </article>
  )
}

/** One fact, with a second line of less weight. */
function Fact({ icon, more, children }: { icon: ReactNode; more?: string; children: ReactNode }) {
  return (
    <Row as="li" gap="sm" nowrap align="stretch" className={classes.fact}>
      {icon}
      <div>
        <Text strong>{children}</Text>
        {more && (
          <Text lines size="sm" tone="dim">
            {more}
          </Text>
        )}
      </div>
    </Row>
  )
}
