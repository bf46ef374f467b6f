import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowsExchange, IconCheck, IconNavigation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { calendarFilePath } from '../../../../shared/domain/time/calendarFile.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { participantsQuery } from '../../../api/queries/household.ts'
import { useSession } from '../../../api/session.ts'
import { AddToCalendar } from '../../../components/AddToCalendar.tsx'
import { DirectionsLink } from '../../../components/DirectionsLink.tsx'
import { LoadProblem } from '../../../components/LoadProblem.tsx'
import { PhoneLink } from '../../../components/PhoneLink.tsx'
import { personsOf } from '../../../components/participants/people.ts'
import { SignInLink } from '../../../components/SignInLink.tsx'
import { Ticket, type TicketFacts } from '../../../components/ticket/Ticket.tsx'
import {
  forgetTold,
  type Kept,
  type TicketTab,
  type Told,
  toldNow,
} from '../../../components/ticket/useTicket.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Heading, List, Row, Text, textLink } from '../../../ui/layout.tsx'
import { UnsignedWaivers } from '../../waivers/UnsignedWaivers.tsx'
import { BeforeYouCome } from './BeforeYouCome.tsx'
import classes from './TicketPage.module.css'
import { type Reading, type Rule, ruleOf } from './ticketFacts.ts'
import type { TicketSearch } from './ticketSearch.ts'
import { type ChangeRow, useTicketItems } from './useTicketItems.tsx'

const waiverKinds = { bookings: 'cages', lessons: 'lessons', classes: 'classes', camps: 'camps' } as const

const nouns: Record<TicketTab, { own: string; link: string }> = {
  bookings: { own: 'Your Booking', link: 'View My Bookings' },
  lessons: { own: 'Your Lesson', link: 'View My Lessons' },
  classes: { own: 'Your Class', link: 'View My Classes' },
  camps: { own: 'Your Camp', link: 'View My Camps' },
}

/**
 * The ticket of what was booked together. What has just been done is told above it on one visit: after a reload, and on coming
 * back, it is the ticket and no news.
 */
export function TicketPage({ search }: { search: TicketSearch }) {
  const { tab = 'bookings', item = '' } = search
  const [told] = useState(() => {
    const now = toldNow()
    return now && (now.guest || now.ids.join() === item) ? now : null
  })
  useEffect(() => () => forgetTold(told), [told])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // After a dialog that closes, and the page's own frame, have moved the focus.
    const timer = setTimeout(() => heading.current?.focus({ preventScroll: true }), settledMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className={classes.page} aria-labelledby="ticket-heading">
      <div className={classes.top}>
        {told && (
          <span className={classes.check}>
            <IconCheck size={28} aria-hidden />
          </span>
        )}
        <div>
          <Heading
            as="h1"
            size="3xl"
            id="ticket-heading"
            ref={heading}
            tabIndex={-1}
            className={classes.heading}
          >
            {told?.heading ?? nouns[tab].own}
          </Heading>
          {told && <Text tone="dim">{told.text}</Text>}
        </div>
      </div>
      <Found tab={tab} ids={item === '' ? [] : item.split(',')} told={told} />
      {told && <WaysOn tab={tab} told={told} from={told.from} />}
      {!told && (
        <Row className={classes.links}>
          <Link to="/account" search={{ tab }} className={textLink}>
            {nouns[tab].link}
          </Link>
        </Row>
      )}
    </section>
  )
}

/** Longer than a dialog takes to be gone, and to give the focus back. */
const settledMs = 50

interface FoundProps {
  tab: TicketTab
  ids: readonly string[]
  told: Told | null
}

/** The ticket as the account knows it now; a guest's as it was booked. */
function Found({ tab, ids, told }: FoundProps) {
  const facility = useQuery(facilityQuery).data
  const session = useSession()
  if (told?.guest && facility) {
    const { facts, calendar } = told.guest
    const rule: Rule = { before: 'To move or cancel it, please call ', until: '', after: '', calls: true }
    return <Whole facts={facts} facility={facility} calendar={calendar} rule={rule} changes={[]} />
  }
  if (session.status === 'signed-out')
    return (
      <Text>
        <SignInLink className={textLink}>Log in</SignInLink> to see this ticket.
      </Text>
    )
  if (session.status === 'loading' || !facility) return <Pending />
  return <Own tab={tab} ids={ids} facility={facility} name={session.profile.full_name} told={told} />
}

interface OwnProps {
  tab: TicketTab
  ids: readonly string[]
  facility: Facility
  name: string
  told: Told | null
}

function Own({ tab, ids, facility, name, told }: OwnProps) {
  const people = useQuery(participantsQuery)
  const now = useMinuteClock()
  const reading: Reading = { now, zone: facility.time_zone, name, people: personsOf(people.data ?? []) }
  const { found, query } = useTicketItems({ tab, ids, facility, reading, card: told?.card })
  if (!found && query.error) {
    return <LoadProblem what="ticket" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!found && (query.isFetching || query.isPending)) return <Pending />
  if (!found)
    return <Text role="status">This ticket isn’t for this account. Did you book with another email?</Text>
  const { facts, items, changes, calendar, participants } = found
  const isSeat = tab === 'camps' || tab === 'classes'
  return (
    <Whole
      facts={facts}
      facility={facility}
      calendar={calendar ?? calendarFilePath(ids)}
      rule={ruleOf(facts.kind, items, reading)}
      changes={changes}
    >
      <UnsignedWaivers kind={waiverKinds[tab]} participants={participants} />
      {tab !== 'bookings' && <BeforeYouCome participants={participants} isNew={isSeat && told !== null} />}
    </Whole>
  )
}

interface WholeProps {
  facts: TicketFacts
  facility: Facility
  calendar: string | null
  rule: Rule | null
  changes: readonly ChangeRow[]
  /** What is still missing, above what can be changed. */
  children?: ReactNode
}

function Whole({ facts, facility, calendar, rule, changes, children }: WholeProps) {
  return (
    <>
      <Ticket facts={facts} facility={facility} />
      <Row align="stretch">
        <AddToCalendar href={calendar} of={`${facts.title}, ${facts.day}`} className={classes.main} />
        <DirectionsLink facility={facility} className={classes.second}>
          <IconNavigation size={20} aria-hidden />
          Directions
        </DirectionsLink>
      </Row>
      {children}
      {rule && (
        <div className={classes.rule}>
          <IconArrowsExchange size={20} aria-hidden />
          <p>
            {rule.before}
            {rule.until && <strong>{rule.until}</strong>}
            {rule.after}
            {rule.calls && rule.until && ' For the rest, please call '}
            {rule.calls && (
              <>
                <PhoneLink phone={facility.phone} className={classes.phone} />.
              </>
            )}
          </p>
        </div>
      )}
      {changes.length > 0 && (
        <List className={classes.changes}>
          {changes.map(({ key, label, buttons }) => (
            <Row as="li" key={key} apart={changes.length > 1}>
              {changes.length > 1 && <Text>{label}</Text>}
              <Row className={classes.buttons}>{buttons}</Row>
            </Row>
          ))}
        </List>
      )}
    </>
  )
}

/** Where people go from the ticket of what they have just done. */
function WaysOn({ tab, told, from }: { tab: TicketTab; told: Told; from: Kept['from'] }) {
  const { guest, receiptUrl, card } = told
  return (
    <Row className={classes.links}>
      {guest && (
        <Link
          to="/auth"
          search={{ mode: 'signup', redirect: '/account?tab=lessons' }}
          state={guest.newcomer ? { newcomer: guest.newcomer } : {}}
          className={textLink}
        >
          Create Account to Manage Booking
        </Link>
      )}
      {receiptUrl && (
        <a href={receiptUrl} target="_blank" rel="noopener noreferrer" className={textLink}>
          View Receipt
        </a>
      )}
      {!guest && card && (
        <Link to="/account" search={{ tab: 'payments' }} className={textLink}>
          View Payment History
        </Link>
      )}
      {!guest && (
        <Link to="/account" search={{ tab }} className={textLink}>
          {nouns[tab].link}
        </Link>
      )}
      <Link to={from.pathname} search={() => from.search} className={textLink}>
        Continue Browsing
      </Link>
    </Row>
  )
}

function Pending() {
  return (
    <div aria-busy="true">
      <VisuallyHidden component="output">Loading your ticket…</VisuallyHidden>
      <Skeleton height="24rem" radius="20px" />
    </div>
  )
}
