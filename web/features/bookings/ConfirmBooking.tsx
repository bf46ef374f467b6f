import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { SelectedSlot } from '../../../shared/domain/bookings/selection.ts'
import { dollarsFromCents } from '../../../shared/domain/money/money.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import { useOnePerson } from '../../components/participants/useOnePerson.ts'
import { slotName } from '../../components/slotName.ts'
import { useTicket } from '../../components/ticket/useTicket.ts'
import { WithPhone } from '../../components/WithPhone.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Actions } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { Preloaded, preloadable } from '../../ui/preloadable.tsx'
import { toast } from '../../ui/toast.ts'
import { ChangeNotice } from '../changes/ChangeNotice.tsx'
import { preloadCheckout } from '../payments/useCheckout.tsx'
import { useReleasing } from '../payments/useReleasing.ts'
import { nothingYet, SignFirst } from '../waivers/SignFirst.tsx'
import { type BookingProblem, problemSentence } from './bookingProblem.ts'
import { LostSlotOffer } from './LostSlotOffer.tsx'
import { nearestFree } from './nearestFree.ts'
import { PayButtons } from './PayButtons.tsx'
import { QuoteSummary } from './QuoteSummary.tsx'
import type { Quote } from './quote.ts'
import { type BookingAnswer, useBooking, useCardBooking } from './useBooking.ts'

const whoIsComing = preloadable(async () => {
  const { WhoIsComing } = await import('../../components/participants/WhoIsComing.tsx')
  return { default: WhoIsComing }
})
whoIsComing.preload()

export interface ConfirmBookingProps {
  opened: boolean
  onClose: () => void
  /** The facility day that is booked. */
  day: string
  grid: CageGrid | null
  selected: readonly SelectedSlot[]
  quote: Quote
  /** What other slots would cost. */
  quoteFor: (slots: readonly SelectedSlot[]) => Quote
  /** Slots of the selection that can no longer be booked, as the grid sees it. */
  lost: readonly SelectedSlot[]
  facility: Facility
  /** Whether another free cage can be chosen here, for a single session. */
  otherCages?: boolean
  /** Takes slots out of the selection. */
  onLost: (slots: readonly SelectedSlot[]) => void
  /** Puts these slots in the place of the selection. */
  onChoose: (slots: readonly SelectedSlot[]) => void
  /** The slots are taken by this customer, or about to be. */
  onTaken: () => void
  /** The session has ended since. */
  onSignedOut: () => void
  /** The person leaves and may come back to the selection. */
  onLeave: () => void
}

/** Slots that others have booked, and what is said of them. */
interface Gone {
  readonly sentence: string
  readonly slots: readonly SelectedSlot[]
}

/** Lists what will be booked and what it costs, and books it (spec 1 §2.4, §4). */
export default function ConfirmBooking(props: ConfirmBookingProps) {
  const { opened, day, grid, quote, lost, facility, onLost } = props
  const { book, isPending, problem, forgetProblem } = useBooking(day)
  const [gone, setGone] = useState<Gone | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const releasing = useReleasing()
  const unsure = problem?.kind === 'failed' && problem.unsure
  const who = useOnePerson()
  const showTicket = useTicket()
  const total = problem?.kind === 'price' ? problem.total : quote.total
  const request = {
    bookingDetails: quote.lines.map(({ group }) => group),
    totalAmount: dollarsFromCents(total),
    ...who.request,
  }
  const terms = <ChangeNotice starts={quote.lines.map(({ group }) => new Date(group.startTime))} />
  const byCard = facility.card_payment_for_cages
  const checkout = useCardBooking(day, {
    forWhom: who.person?.name,
    terms,
    onTaken: props.onTaken,
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

  /** Takes slots out of the selection and offers others for them. Where nothing is left and nothing is free, the dialog closes. */
  function dropSlots(slots: readonly SelectedSlot[], reason: string) {
    const sentence = `${reason}: ${slots.map((slot) => slotName(slot, facility)).join('; ')}.`
    forgetProblem()
    onLost(slots)
    const isAll = slots.length >= quote.slots
    const all = [...(gone?.slots ?? []), ...slots]
    if (isAll && !(grid && nearestFree(all, grid))) {
      toast.error(sentence)
      return leave()
    }
    setTaken(null)
    setGone({ sentence: isAll ? sentence : `${sentence} The rest is still selected.`, slots: all })
  }

  function take(slots: readonly SelectedSlot[]) {
    setGone(null)
    setTaken(`Selected: ${slots.map((slot) => slotName(slot, facility)).join('; ')}.`)
    props.onChoose([...props.selected, ...slots])
  }

  function leave() {
    forgetProblem()
    setGone(null)
    setTaken(null)
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

  function succeed({ message, bookings }: BookingAnswer) {
    props.onTaken()
    leave()
    const name = who.person?.isSelf === false ? who.person.name : undefined
    showTicket({
      heading: name ? `Booked for ${name}` : 'You’re booked',
      text: message,
      tab: 'bookings',
      ids: bookings.map(({ id }) => id),
    })
  }

  const notice = gone?.sentence ?? (problem && problemSentence(problem))
  const offer = gone && grid && nearestFree(gone.slots, grid)
  const isEmpty = quote.slots === 0
  return (
    <>
      {checkout.dialog}
      <Dialog opened={opened && !checkout.isOpen} onClose={cancel} title="Confirm Your Booking" long>
        {notice && (
          <Note role="alert">
            <WithPhone text={notice} />
          </Note>
        )}
        <VisuallyHidden component="output">{taken}</VisuallyHidden>
        {offer && (
          <LostSlotOffer
            slots={offer}
            total={props.quoteFor([...props.selected, ...offer]).total}
            isOnly={isEmpty}
            facility={facility}
            onTake={() => take(offer)}
          />
        )}
        {isEmpty ? (
          <Actions>
            <Button variant="default" onClick={leave}>
              Choose Another Time
            </Button>
          </Actions>
        ) : (
          <>
            <QuoteSummary quote={quote} total={total} facility={facility} />
            {props.otherCages && grid && <CageChoice {...props} grid={grid} disabled={isPending || unsure} />}
            {who.party && (
              <Suspense>
                <Preloaded
                  part={whoIsComing}
                  props={{ single: true, party: who.party, disabled: isPending || unsure }}
                />
              </Suspense>
            )}
            {terms}
            {problem?.kind === 'waiver' ? (
              <>
                <p>{nothingYet}</p>
                <SignFirst
                  needed={problem.needed}
                  onDone={() => {
                    forgetProblem()
                    void payOnArrival()
                  }}
                />
              </>
            ) : (
              <PayButtons
                byCard={byCard}
                isPending={isPending}
                limited={problem?.kind === 'limit'}
                onArrival={() => void payOnArrival()}
                onCard={payByCard}
                onLeave={props.onLeave}
              />
            )}
          </>
        )}
      </Dialog>
    </>
  )
}

/** The cages that are free for the whole session; any one is chosen already. */
function CageChoice({
  grid,
  selected,
  onChoose,
  disabled,
}: Pick<ConfirmBookingProps, 'selected' | 'onChoose'> & { grid: CageGrid; disabled: boolean }) {
  const current = selected[0]?.cageId
  const free = grid.cages.filter(({ id }) =>
    selected.every(({ start }) => id === current || grid.stateOf(id, start) === 'Available'),
  )
  if (free.length < 2 || selected.some(({ cageId }) => cageId !== current)) return null
  return (
    <NativeSelect
      size="sm"
      label="Cage"
      my="md"
      value={current}
      disabled={disabled}
      data={free.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget: { value } }) => {
        const cageName = free.find(({ id }) => id === value)?.name ?? ''
        onChoose(selected.map(({ start }) => ({ cageId: value, cageName, start })))
      }}
    />
  )
}

function UnsureNotice() {
  return (
    <>
      We didn’t hear whether your booking went through.{' '}
      <Link to="/account" search={{ tab: 'bookings' }}>
        Check your bookings
      </Link>{' '}
      before you book again.
    </>
  )
}
