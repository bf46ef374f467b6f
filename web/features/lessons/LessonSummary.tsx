import { Button } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CoachProfile, LessonSlot } from '../../../shared/contract/lessons/coaches.ts'
import { lessonTime } from '../../../shared/domain/lessons/lessons.ts'
import { centsFromDollars, formatAmount, formatDollars } from '../../../shared/domain/money/money.ts'
import { taxIn, taxLabel } from '../../../shared/domain/money/salesTax.ts'
import { dayInText, formatWallTime, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { useSalesTax } from '../../api/queries/facility.ts'
import { useSession } from '../../api/session.ts'
import type { Fields } from '../../components/form/useFields.ts'
import { useToday } from '../../components/participants/ages.ts'
import type { OnePerson } from '../../components/participants/useOnePerson.ts'
import { WhoIsComing } from '../../components/participants/WhoIsComing.tsx'
import { BackToTimes } from '../../components/TimeChoice.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { ignoreHeldKey, stayInField, useSettling } from '../../ui/pressGuard.ts'
import { ChangeNotice } from '../changes/ChangeNotice.tsx'
import { GuestFields } from './GuestFields.tsx'
import { type GuestValues, noBooker } from './guestRules.ts'
import classes from './LessonSummary.module.css'
import type { LessonRequest } from './useLessonBooking.ts'

/** The lesson that has been chosen and not yet booked. */
export interface ChosenLesson {
  coach: CoachProfile
  day: string
  /** The start on the facility's clock, `HH:mm`. */
  time: string
  minutes: number
  slot: LessonSlot
  zone: string
}

interface LessonSummaryProps {
  lesson: ChosenLesson
  guest: Fields<GuestValues>
  /** Who it is for, where someone is signed in. */
  who: OnePerson
  isPending: boolean
  /** Paying by card is about to begin. */
  isOpening: boolean
  onBook: (request: LessonRequest) => void
  /** Pays by card; null where the facility takes no cards for lessons. */
  onPay: ((request: LessonRequest) => void) | null
  onBack: () => void
}

/** What is about to be booked, what it costs, and who comes (spec 1 §2.6, §4, §5). */
export function LessonSummary(props: LessonSummaryProps) {
  const { lesson, guest, who, isPending, isOpening, onBook, onPay, onBack } = props
  const session = useSession()
  const asGuest = session.status === 'signed-out'
  const settling = useSettling('summary')
  const [missing, setMissing] = useState(false)
  const [unasked, setUnasked] = useState<string | null>(null)

  const requestOf = (details: Pick<LessonRequest, 'guest_details' | 'website'>) =>
    ({
      coach_id: lesson.coach.id,
      lesson_date: lesson.day,
      start_time: lesson.time,
      duration_minutes: lesson.minutes as LessonRequest['duration_minutes'],
      payment_method: 'on_arrival',
      totalAmount: lesson.slot.total_cost,
      ...details,
    }) satisfies LessonRequest

  /** Goes on with the whole request, or shows what is missing of the guest's details. */
  function complete(goOn: (request: LessonRequest) => void) {
    if (!asGuest) {
      // Again null first: the field takes the focus at every press.
      flushSync(() => setUnasked(null))
      if (who.isMissing) return setUnasked('Choose who the lesson is for.')
      return goOn({ ...requestOf({}), ...who.request })
    }
    const { name, phone, email, website } = guest.values
    const problems = guest.found()
    setMissing(problems.length > 0 && !name.trim() && !phone.trim())
    if (problems.length > 0) return guest.showAtFields(problems)
    goOn(
      requestOf({
        guest_details: { name: name.trim(), phone: phone.trim(), email: email.trim() },
        website,
      }),
    )
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    complete(onBook)
  }

  return (
    <form
      ref={guest.element}
      method="post"
      className={classes.summary}
      onSubmit={submit}
      onMouseDown={stayInField}
      onKeyDownCapture={ignoreHeldKey}
      data-settling={settling || undefined}
      noValidate
      aria-labelledby="booking-summary"
    >
      <BackToTimes onBack={onBack} />
      <h2 id="booking-summary" tabIndex={-1} className={classes.heading}>
        Booking Summary
      </h2>
      <SummaryList lesson={lesson} />
      <ChangeNotice starts={startsOf(lesson)} />
      {session.status !== 'signed-in' && <GuestFields form={guest} isKnown={asGuest} />}
      {session.status === 'signed-in' && (
        <p className={classes.who}>
          Booking as <strong>{session.profile.full_name}</strong>
        </p>
      )}
      {who.party && (
        <WhoIsComing
          single
          party={who.party}
          disabled={isPending || isOpening}
          problem={who.isMissing ? unasked : null}
        />
      )}
      {missing && !guest.values.name.trim() && !guest.values.phone.trim() && (
        <Note role="alert">{noBooker}</Note>
      )}
      <Stack above="sm" gap="xs">
        <Button
          type="submit"
          size="lg"
          color="stitch.6"
          loading={isPending}
          disabled={isOpening || session.status === 'loading' || who.isLoading}
        >
          Book & Pay on Arrival
        </Button>
        {onPay ? (
          <Button
            variant="default"
            size="lg"
            loading={isOpening}
            disabled={isPending || session.status === 'loading' || who.isLoading}
            onClick={() => complete((request) => onPay({ ...request, payment_method: 'card' }))}
          >
            Pay with Card
          </Button>
        ) : (
          <Button variant="default" disabled className={classes.card}>
            Pay with Card (Coming Soon)
          </Button>
        )}
      </Stack>
    </form>
  )
}

/** When it begins; nothing where the clocks skip that time. */
export const startsOf = ({
  day,
  time,
  minutes,
  zone,
}: Pick<ChosenLesson, 'day' | 'time' | 'minutes' | 'zone'>): Date[] => {
  const lesson = lessonTime(day, time, minutes, zone)
  return lesson ? [lesson.start] : []
}

function SummaryList({ lesson: { coach, day, time, minutes, slot, zone } }: { lesson: ChosenLesson }) {
  const end = lessonTime(day, time, minutes, zone)?.endTime
  const tax = useSalesTax('lessons')
  const taxCents = taxIn(centsFromDollars(slot.total_cost), tax.percent)
  const taxRow = taxCents > 0 && (
    <>
      <dt>{taxLabel(tax)}</dt>
      <dd>{formatDollars(taxCents)}</dd>
    </>
  )
  return (
    <>
      <dl className={classes.facts}>
        <dt>Coach</dt>
        <dd>{coach.name}</dd>
        <dt>Date</dt>
        <dd>{dayInText(day, useToday())}</dd>
        <dt>Time</dt>
        <dd>{end ? formatWallTimeRange({ start_time: time, end_time: end }) : formatWallTime(time)}</dd>
        <dt>Duration</dt>
        <dd>{minutes} minutes</dd>
      </dl>
      <dl className={classes.sums}>
        <dt>Coach fee</dt>
        <dd>{formatAmount(slot.coach_fee)}</dd>
        <dt>Cage fee</dt>
        <dd>{formatAmount(slot.cage_cost)}</dd>
        {tax.added && taxRow}
        <dt className={classes.total}>Total</dt>
        <dd className={classes.total}>{formatAmount(slot.total_cost)}</dd>
        {!tax.added && taxRow}
      </dl>
    </>
  )
}
