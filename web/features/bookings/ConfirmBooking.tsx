import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { dollarsFromCents } from '../../../shared/domain/money.ts'
import type { SelectedSlot } from '../../../shared/domain/selection.ts'
import { useOnePerson } from '../../components/participants/useOnePerson.ts'
import { slotName } from '../../components/slotName.ts'
import { WithPhone } from '../../components/WithPhone.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { toast } from '../../ui/toast.ts'
import { ChangeNotice } from '../changes/ChangeNotice.tsx'
import { preloadCheckout } from '../payments/useCheckout.tsx'
import { useReleasing } from '../payments/useReleasing.ts'
import { type BookingProblem, problemSentence } from './bookingProblem.ts'
import { QuoteSummary } from './QuoteSummary.tsx'
import type { Quote } from './quote.ts'
import { type BookingAnswer, useBooking, useCardBooking } from './useBooking.ts'

const PersonChoice = lazy(() => import('../../components/participants/PersonChoice.tsx'))

export interface ConfirmBookingProps {
  opened: boolean
  onClose: () => void
  /** The facility day that is booked. */
  day: string
  quote: Quote
  /** Slots of the selection that can no longer be booked, as the grid sees it. */
  lost: readonly SelectedSlot[]
  facility: Facility
  /** Takes slots out of the selection. */
  onLost: (slots: readonly SelectedSlot[]) => void
  onBooked: () => void
  /** The session has ended meanwhile. */
  onSignedOut: () => void
  /** The person leaves and may come back to the selection. */
  onLeave: () => void
}

/** Lists what will be booked and what it costs, and books it (spec 1 §2.4, §4). */
export default function ConfirmBooking(props: ConfirmBookingProps) {
  const { opened, day, quote, lost, facility, onLost } = props
  const { book, isPending, problem, forgetProblem } = useBooking(day)
  const [gone, setGone] = useState<string | null>(null)
  const releasing = useReleasing()
  const unsure = problem?.kind === 'failed' && problem.unsure
  const who = useOnePerson()
  const total = problem?.kind === 'price' ? problem.total : quote.total
  const request = {
    bookingDetails: quote.lines.map(({ group }) => group),
    totalAmount: dollarsFromCents(total),
    ...who.request,
  }
  const byCard = facility.card_payment_for_cages
  const checkout = useCardBooking(day, {
    forWhom: who.person?.isSelf === false ? who.person.name : undefined,
    onTaken: props.onBooked,
    onRefused: answerProblem,
    onFinished: leave,
  })
  useEffect(() => {
    if (opened && byCard) preloadCheckout()
  }, [opened, byCard])

  // A request without an answer may have booked these slots for this customer: they stay listed until it is known.
  useEffect(() => {
    if (opened && !checkout.isOpen && !releasing && !isPending && !unsure && lost.length > 0)
      dropSlots(lost, 'No longer available')
  })

  function dropSlots(slots: readonly SelectedSlot[], reason: string) {
    const sentence = `${reason}: ${slots.map((slot) => slotName(slot, facility)).join('; ')}.`
    forgetProblem()
    onLost(slots)
    if (slots.length < quote.slots) return setGone(`${sentence} The rest is still selected.`)
    toast.error(sentence)
    leave()
  }

  function leave() {
    forgetProblem()
    setGone(null)
    props.onClose()
  }

  function cancel() {
    if (isPending) return
    if (unsure) toast.info(<UnsureNotice />)
    leave()
  }

  async function payOnArrival() {
    setGone(null)
    const outcome = await book(request)
    if (!outcome) return
    if (!('kind' in outcome)) return succeed(outcome)
    answerProblem(outcome)
  }

  /** Returns true if this has dealt with the problem and the dialog need not show it. */
  function answerProblem(found: BookingProblem): boolean {
    if (found.kind === 'taken') dropSlots(found.slots, 'Someone else just booked part of your selection')
    else if (found.kind === 'login') {
      forgetProblem()
      props.onSignedOut()
    } else return false
    return true
  }

  function payByCard() {
    setGone(null)
    forgetProblem()
    checkout.pay(request)
  }

  function succeed(answer: BookingAnswer) {
    toast.success(<BookedNotice message={answer.message} />)
    props.onBooked()
    leave()
  }

  // Pay on Arrival is then not the primary button: it works only after canceling something.
  const limited = problem?.kind === 'limit'
  const notice = gone ?? (problem && problemSentence(problem))
  return (
    <>
      {checkout.dialog}
      <Dialog opened={opened && !checkout.isOpen} onClose={cancel} title="Confirm Your Booking" long>
        {notice && (
          <p role="alert" className={dialogContent.notice}>
            <WithPhone text={notice} />
          </p>
        )}
        <QuoteSummary quote={quote} total={total} facility={facility} />
        <Suspense>
          <PersonChoice choice={who} disabled={isPending || unsure} />
        </Suspense>
        <ChangeNotice starts={quote.lines.map(({ group }) => new Date(group.startTime))} />
        <div className={dialogContent.buttons}>
          <Button
            {...(limited ? { variant: 'default' } : { color: 'stitch.6' })}
            loading={isPending}
            onClick={() => void payOnArrival()}
          >
            Pay on Arrival
          </Button>
          {byCard ? (
            <Button
              {...(limited ? { color: 'stitch.6' } : { variant: 'default' })}
              disabled={isPending}
              onClick={payByCard}
            >
              Pay with Card
            </Button>
          ) : (
            <Button
              variant="default"
              disabled
              classNames={{ root: dialogContent.wrapping ?? '', label: dialogContent.wrappingLabel ?? '' }}
            >
              Pay with Card (Temporarily Disabled)
            </Button>
          )}
          {limited && (
            <Link
              to="/account"
              search={{ tab: 'bookings' }}
              className={byCard ? dialogContent.link : dialogContent.main}
              onClick={props.onLeave}
            >
              View your bookings
            </Link>
          )}
        </div>
      </Dialog>
    </>
  )
}

function BookedNotice({ message }: { message: string }) {
  return (
    <>
      {message}{' '}
      <Link to="/account" search={{ tab: 'bookings' }}>
        View your bookings
      </Link>
    </>
  )
}

function UnsureNotice() {
  return (
    <>
      We did not hear whether your booking was made.{' '}
      <Link to="/account" search={{ tab: 'bookings' }}>
        Check your bookings
      </Link>{' '}
      before you book again.
    </>
  )
}
