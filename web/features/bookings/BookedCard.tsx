import { IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { formatPrice } from '../../../shared/domain/money/money.ts'
import { calendarFilePath } from '../../../shared/domain/time/calendarFile.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { useSession } from '../../api/session.ts'
import { BookedLinks } from '../../components/BookedLinks.tsx'
import { Heading, Text } from '../../ui/layout.tsx'
import classes from './BookedCard.module.css'
import { keepPlace, releasePlace } from './bookedPlace.ts'
import { type JustBooked, useStanding } from './justBooked.ts'

interface BookedCardProps {
  booked: JustBooked
  facility: Facility
  onDismiss: () => void
}

/** What has just been booked, and what people do next. It stays until it is dismissed or something else is booked. */
export default function BookedCard({ booked, facility, onDismiss }: BookedCardProps) {
  const { day, total, payment, forWhom, at } = booked
  const { sessions, ids, isPending } = useStanding(booked)
  const session = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each booking, and not on coming back to the page
  useEffect(() => {
    if (booked.isRestored || Date.now() - at >= freshMs) return
    // The card of the booking before is here as the dialog closes, which gives the focus back to the button that opened it.
    const timer = setTimeout(() => {
      if (document.querySelector('[aria-modal=true]')) return
      heading.current?.focus({ preventScroll: true })
      card.current?.scrollIntoView({ block: 'nearest' })
    }, settledMs)
    return () => clearTimeout(timer)
  }, [at])

  const isGone = sessions.length === 0
  const personId = session.status === 'signed-in' ? session.profile.id : null
  useLayoutEffect(() => {
    if (card.current && personId) keepPlace(personId, card.current, at)
    if (card.current || (isGone && !isPending)) releasePlace()
  })

  if (isGone) return null
  const what = sessions.map(({ cageName }) => cageName).join(', ')
  return (
    <section ref={card} className={classes.card} data-just-booked aria-labelledby="just-booked">
      <Heading size="2xl" ref={heading} id="just-booked" tabIndex={-1} className={classes.heading}>
        {forWhom ? `Booked for ${forWhom}` : 'You’re booked'}
      </Heading>
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={onDismiss}>
        <IconX size={20} aria-hidden />
      </button>
      <ul className={classes.sessions}>
        {sessions.map(({ cageId, cageName, startTime, endTime }) => (
          <li key={`${cageId} ${startTime}`}>
            <span className={classes.cage}>{cageName}</span> · {formatDay(day, 'long')} ·{' '}
            {formatTimeRange(startTime, endTime, facility.time_zone)}
          </li>
        ))}
      </ul>
      {sessions.length === booked.sessions.length && (
        <Text strong>
          {payment === 'card'
            ? `${formatPrice(total)} paid by card`
            : `${formatPrice(total)} to pay on arrival`}
        </Text>
      )}
      <div className={classes.links}>
        <BookedLinks
          calendar={calendarFilePath(ids)}
          of={`${what}, ${formatDay(day)}`}
          account={{ tab: 'bookings', label: 'View your bookings' }}
          emphasis="none"
        />
      </div>
    </section>
  )
}

/** Longer than a dialog takes to be gone, and to give the focus back. */
const settledMs = 50

/** A booking is told of as it is made, in milliseconds; after that its card is one part of the page. */
const freshMs = 10_000
