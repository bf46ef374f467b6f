import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowsExchange, IconCheck, IconNavigation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { PaymentSummary } from '../../../../shared/contract/payments/payments.ts'
import { calendarFilePath } from '../../../../shared/domain/time/calendarFile.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { participantsQuery } from '../../../api/queries/household.ts'
import { read } from '../../../api/read.ts'
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
import { readToken } from '../../../components/useLinkSecret.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Heading, List, Row, Text, textLink } from '../../../ui/layout.tsx'
import { paidTicket } from '../../payments/paidTicket.ts'
import { UnsignedWaivers } from '../../waivers/UnsignedWaivers.tsx'
import { BeforeYouCome } from './BeforeYouCome.tsx'
import { lessonToPay, PayNow } from './PayNow.tsx'
import classes from './TicketPage.module.css'
import { endOf, lessonFacts, type Reading, type Rule, ruleOf } from './ticketFacts.ts'
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
  const [told, setTold] = useState(() => {
    const now = toldNow()
    return now?.ids.join() === item ? now : null
  })
  const signature = useLocation({ select: ({ hash }) => readToken(hash) })
  const isGuest = useSession().status !== 'signed-in' && signature !== null
  const paid = (payment: PaymentSummary) => {
    const news = paidTicket(payment, isGuest)
    const guest = told?.guest ?? news.guest
    setTold({ ...news, from: told?.from ?? { pathname: '/', search: {} }, ...(guest && { guest }) })
  }
  useEffect(() => {
    // What was just done is told at the top. The router goes there only without a hash, and a guest's address has one.
    if (told) window.scrollTo(0, 0)
    return () => forgetTold(told)
  }, [told])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // After a dialog that closes, and the page's own frame, have moved the focus.
    const timer = setTimeout(() => heading.current?.focus({ preventScroll: true }), settledMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className={classes.page} aria-labelledby="ticket-heading">
      <Row gap="sm" nowrap>
        {told && (
          <span className={classes.check}>
            <IconCheck size={28} aria-hidden />
          </span>
        )}
        <div>
          <Heading as="h1" size="3xl" id="ticket-heading" ref={heading} tabIndex={-1}>
            {told?.heading ?? nouns[tab].own}
          </Heading>
          {told && <Text tone="dim">{told.text}</Text>}
        </div>
      </Row>
      <Found {...{ tab, told, signature }} ids={item === '' ? [] : item.split(',')} onPaid={paid} />
      <WaysOn tab={tab} told={told} isGuest={isGuest} />
    </section>
  )
}

/** Longer than a dialog takes to be gone, and to give the focus back. */
const settledMs = 50

interface FoundProps {
  tab: TicketTab
  ids: readonly string[]
  told: Told | null
  /** Of a guest's ticket. */
  signature: string | null
  onPaid: (payment: PaymentSummary) => void
}

/** The ticket as it is now: of the account, or of a guest who has its address. */
function Found({ signature, ...shown }: FoundProps) {
  const facility = useQuery(facilityQuery).data
  const session = useSession()
  if (session.status === 'loading' || !facility) return <Pending />
  if (session.status === 'signed-in')
    return <Own {...shown} facility={facility} name={session.profile.full_name} />
  return signature === null ? <LogIn /> : <Guests {...shown} signature={signature} facility={facility} />
}

const LogIn = () => (
  <Text>
    <SignInLink className={textLink}>Log in</SignInLink> to see this ticket.
  </Text>
)

function Guests({
  ids,
  told,
  signature,
  onPaid,
  facility,
}: Omit<OwnProps, 'name' | 'tab'> & { signature: string }) {
  const { time_zone: zone } = facility
  const now = useMinuteClock()
  const query = useQuery(read('GET /api/lessons/:id/ticket', { id: ids[0] ?? '', signature }))
  const { data: lesson, error } = query
  if (error && !lesson) {
    // It is in an account now, or the address is not whole.
    if (isRefusal(error, 'lesson_not_found')) return <LogIn />
    return <LoadProblem what="ticket" error={error} onRetry={() => void query.refetch()} />
  }
  if (!lesson) return <Pending />
  const { change, customer_name: name, calendar_url } = lesson
  const facts = lessonFacts(lesson, { now, zone, name, people: [] }, told?.card)
  // A guest has no account to change it in.
  const item = {
    start: now,
    change: { ...change, allowed: false, reason: change.reason ?? 'change_too_late' },
  }
  return (
    <>
      <Whole
        facts={facts}
        facility={facility}
        calendar={calendar_url}
        end={endOf([lesson])}
        rule={ruleOf('lesson', [item], { now, zone })}
        changes={[]}
      />
      <PayNow pay={lessonToPay(lesson, facility, signature)} onPaid={onPaid} />
    </>
  )
}

interface OwnProps {
  tab: TicketTab
  ids: readonly string[]
  facility: Facility
  name: string
  told: Told | null
  onPaid: FoundProps['onPaid']
}

function Own({ tab, ids, facility, name, told, onPaid }: OwnProps) {
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
  const { facts, items, changes, calendar, participants, pay = null } = found
  const end = endOf(items)
  const isSeat = tab === 'camps' || tab === 'classes'
  return (
    <Whole
      facts={facts}
      facility={facility}
      calendar={calendar ?? calendarFilePath(ids)}
      end={end}
      rule={ruleOf(facts.kind, items, reading)}
      changes={changes}
    >
      <PayNow pay={pay} onPaid={onPaid} />
      {!end && <UnsignedWaivers kind={waiverKinds[tab]} participants={participants} />}
      {!end && tab !== 'bookings' && (
        <BeforeYouCome participants={participants} isNew={isSeat && told !== null} />
      )}
    </Whole>
  )
}

const ended = { cage: 'booking', lesson: 'lesson', class: 'class', camp: 'camp' } as const

interface WholeProps {
  facts: TicketFacts
  facility: Facility
  calendar: string | null
  /** Where nothing is left to come to. */
  end: 'over' | 'canceled' | null
  rule: Rule | null
  changes: readonly ChangeRow[]
  /** What is still missing, above what can be changed. */
  children?: ReactNode
}

function Whole({ facts, facility, calendar, end, rule, changes, children }: WholeProps) {
  return (
    <>
      <Ticket facts={facts} facility={facility} />
      {end ? (
        <Text role="status">
          This {ended[facts.kind]} {end === 'over' ? 'is over' : 'was canceled'}.
        </Text>
      ) : (
        <Row align="stretch">
          <AddToCalendar href={calendar} of={`${facts.title}, ${facts.day}`} className={classes.main} />
          <DirectionsLink facility={facility} className={classes.second}>
            <IconNavigation size={20} aria-hidden />
            Directions
          </DirectionsLink>
        </Row>
      )}
      {children}
      {rule && (
        <Row nowrap align="stretch" className={classes.rule}>
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
        </Row>
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

interface WaysOnProps {
  tab: TicketTab
  told: Kept | null
  isGuest: boolean
}

/** Where people go from a ticket; more where it is of what they have just done. */
function WaysOn({ tab, told, isGuest }: WaysOnProps) {
  const newcomer = told?.guest?.newcomer
  return (
    <Row className={classes.links}>
      {isGuest && (
        <Link
          to="/auth"
          search={{ mode: 'signup', redirect: '/account?tab=lessons' }}
          state={newcomer ? { newcomer } : {}}
          className={textLink}
        >
          Create Account to Manage Booking
        </Link>
      )}
      {told?.receiptUrl && (
        <a href={told.receiptUrl} target="_blank" rel="noopener noreferrer" className={textLink}>
          View Receipt
        </a>
      )}
      {!isGuest && told?.card && (
        <Link to="/account" search={{ tab: 'payments' }} className={textLink}>
          View Payment History
        </Link>
      )}
      {!isGuest && (
        <Link to="/account" search={{ tab }} className={textLink}>
          {nouns[tab].link}
        </Link>
      )}
      {told && (
        <Link to={told.from.pathname} search={() => told.from.search} className={textLink}>
          Continue Browsing
        </Link>
      )}
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
