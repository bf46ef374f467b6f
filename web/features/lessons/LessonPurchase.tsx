import { useEffect, useLayoutEffect, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { CoachProfile, LessonSlot } from '../../../shared/contract/lessons/coaches.ts'
import { formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { useFields } from '../../components/form/useFields.ts'
import { useOnePerson } from '../../components/participants/useOnePerson.ts'
import { useTicket } from '../../components/ticket/useTicket.ts'
import { untilLoaded } from '../../ui/lazyExtra.ts'
import { PreloadedDialog, preloadable } from '../../ui/preloadable.tsx'
import { ChangeNotice } from '../changes/ChangeNotice.tsx'
import { useReleasing } from '../payments/useReleasing.ts'
import { emptyGuest, guestProblems } from './guestRules.ts'
import { LessonSummary, startsOf } from './LessonSummary.tsx'
import type { LessonProblem } from './lessonProblem.ts'
import { lessonTicket } from './lessonTicket.ts'
import { type LessonRequest, useCardLesson, useLessonBooking } from './useLessonBooking.ts'

const lessonResult = preloadable(() => untilLoaded(() => import('./LessonResult.tsx')))

export interface LessonPurchaseProps {
  coach: CoachProfile
  facility: Facility
  day: string
  minutes: number
  /** The chosen start on the facility's clock; without one what was typed stays for the next. */
  time: string | undefined
  /** Its prices. */
  slot: LessonSlot | undefined
  /** Whether it is free; undefined while that is not known. */
  isFree: boolean | undefined
  /** Why it was not booked, until the person has read it. */
  outcome: LessonProblem | null
  onOutcome: (problem: LessonProblem | null) => void
  /** A payment begins or ends. */
  onPaying: (isPaying: boolean) => void
  onBack: () => void
  /** Another time must be chosen, for the reason in the sentence. */
  onTimeGone: (sentence: string) => void
}

/** From the chosen time to the booked lesson: summary, payment and result. Downloaded before a time is chosen. */
export default function LessonPurchase(props: LessonPurchaseProps) {
  const { coach, facility, day, minutes, time, slot, isFree, outcome } = props
  const { onOutcome, onPaying, onBack, onTimeGone } = props
  const booking = useLessonBooking(coach.id, day, onOutcome)
  const who = useOnePerson({ asks: true })
  const showTicket = useTicket()
  const guest = useFields(emptyGuest, { check: guestProblems, checksLeft: true })
  // After a dialog that closes has given the focus back.
  const sayPhone = (sentence: string) =>
    requestAnimationFrame(() => guest.showAtFields([['phone', sentence]]))
  const checkout = useCardLesson(coach.id, day, {
    forWhom: who.person?.name,
    terms: time && <ChangeNotice starts={startsOf({ day, time, minutes, zone: facility.time_zone })} />,
    onTaken: onBack,
    onTimeGone,
    onPhone: sayPhone,
  })
  // Known before the step changes with a payment.
  useLayoutEffect(() => onPaying(checkout.isOpen), [checkout.isOpen, onPaying])

  const releasing = useReleasing()
  // A time that is gone from the list may be gone because this customer has booked it.
  const [isBooked, setBooked] = useState(false)
  /** What was to be booked, to go on with after signing. */
  const [asked, setAsked] = useState<LessonRequest>()
  const isOwn = isBooked || booking.isUnderWay || outcome !== null || checkout.isOpen || releasing
  const lost = time !== undefined && isFree === false && !isOwn
  useEffect(() => {
    if (lost) onTimeGone(`${formatWallTime(time)} is no longer available. Please choose another time.`)
  })

  async function book(request: LessonRequest) {
    setAsked(request)
    const ended = await booking.book(request)
    if (ended?.kind === 'confirmed') {
      setBooked(true)
      onBack()
      showTicket(lessonTicket(ended, who.person))
    } else if (ended?.kind === 'failed' && ended.problem.timeGone) onBack()
    else if (ended?.kind === 'failed' && ended.problem.phone) sayPhone(ended.problem.phone)
  }

  return (
    <>
      {time && slot && (
        <LessonSummary
          lesson={{ coach, day, time, minutes, slot, zone: facility.time_zone }}
          guest={guest}
          who={who}
          isPending={booking.isPending}
          isOpening={checkout.isOpening}
          onBook={(request) => void book(request)}
          onPay={facility.card_payment_for_lessons ? checkout.pay : null}
          onBack={onBack}
        />
      )}
      <PreloadedDialog
        part={lessonResult}
        opened={outcome !== null}
        props={{
          problem: outcome,
          onClose: () => onOutcome(null),
          onSigned: () => {
            onOutcome(null)
            if (asked) void book(asked)
          },
        }}
      />
      {checkout.dialog}
    </>
  )
}
