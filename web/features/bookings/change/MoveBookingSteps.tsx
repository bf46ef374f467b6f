import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { CustomerBooking, moveBooking } from '../../../../shared/contract/bookings.ts'
import type { Facility } from '../../../../shared/contract/facility.ts'
import { dollarsFromCents } from '../../../../shared/domain/money.ts'
import { epochMs, facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/timeFormat.ts'
import { shownDay } from '../../cages/dayChoices.ts'
import { useMinuteClock } from '../../cages/useMinuteClock.ts'
import { useStepFocus } from '../../lessons/useStepFocus.ts'
import { CageChoice } from './CageChoice.tsx'
import { formatMoment, movedNews } from './changeTexts.ts'
import { MoveChoice } from './MoveChoice.tsx'
import { Moved } from './Moved.tsx'
import { type MovePoint, MoveSummary } from './MoveSummary.tsx'
import { askedPrice } from './movePrice.ts'
import { useFreeTimes, type useMoveBooking, usePriceIn } from './useMoveBooking.ts'
import { goneSentence, isTimeGone, untilAfterMove, useMoveSteps } from './useMoveSteps.ts'

interface MoveBookingStepsProps {
  booking: CustomerBooking
  facility: Facility
  moving: ReturnType<typeof useMoveBooking>
  onTooLate: () => void
  onMoved: () => void
  onClose: () => void
}

type MovedAnswer = z.output<typeof moveBooking.answer>

/** A day and a time, then the cage and the price, then it is moved; and back, if that was a mistake. */
export function MoveBookingSteps(props: MoveBookingStepsProps) {
  // Where it was when the dialog was opened: the list behind it may be loaded again meanwhile.
  const [booking] = useState(props.booking)
  const { facility, onTooLate, onMoved, onClose } = props
  const { change, isPending, problem, forgetProblem, refresh } = props.moving
  const now = useMinuteClock()
  const steps = useMoveSteps(shownDay(facilityDay(booking.start_time, facility.time_zone), now, facility))
  const times = useFreeTimes(booking, { day: steps.day, facility, now })
  const priceIn = usePriceIn(booking, facility)
  const [cageId, setCageId] = useState(booking.cage_id)
  const [answer, setAnswer] = useState<MovedAnswer | null>(null)

  const chosen = times.data?.find(({ available_start_time }) => available_start_time === steps.time)
  const cage = chosen?.cages.find(({ id }) => id === cageId) ?? chosen?.cages[0]
  const lost =
    steps.time !== null && times.data !== undefined && !chosen && !answer && !isPending && !problem?.unsure
  useEffect(() => {
    if (lost) steps.loseTime()
  })
  const step = answer ? 'moved' : chosen ? 'summary' : 'choice'
  const panel = useStepFocus(step, false)

  const from = pointOf(booking, facility)

  if (answer) {
    return (
      <Moved
        to={pointOf(answer.booking, facility)}
        message={answer.message}
        news={movedNews(answer, 'We have mailed you the new time.')}
        problem={problem}
        isPending={isPending}
        onMoveBack={mayMoveBack(booking, answer.booking, now) ? () => void moveBack() : null}
        onDone={onClose}
      />
    )
  }

  async function move() {
    if (!chosen || !cage) return
    const { total } = askedPrice(priceIn(cage), problem)
    const outcome = await change({
      start_time: chosen.start.toISOString(),
      cage_id: cage.id,
      totalAmount: dollarsFromCents(total),
    })
    if (!outcome) return
    if ('answer' in outcome) {
      setAnswer(outcome.answer)
      onMoved()
      return void refresh()
    }
    void refresh()
    if (outcome.problem.code === 'change_too_late') return onTooLate()
    if (!isTimeGone(outcome.problem)) return
    forgetProblem()
    steps.back(goneSentence(outcome.problem))
  }

  async function moveBack() {
    const outcome = await change({
      start_time: booking.start_time,
      cage_id: booking.cage_id,
      totalAmount: booking.total_cost,
    })
    if (outcome && 'answer' in outcome) setAnswer(outcome.answer)
    void refresh()
  }

  return (
    <section ref={panel} aria-label="Move your booking">
      {chosen && cage ? (
        <MoveSummary
          noun="booking"
          from={from}
          to={pointOf({ ...booking, ...timesOf(booking, chosen.start), cage_name: cage.name }, facility)}
          price={askedPrice(priceIn(cage), problem)}
          until={momentOrNull(
            untilAfterMove({ start: booking.start_time, change: booking.change }, chosen.start, now),
            facility,
          )}
          method={booking.change.refund_method}
          notice={problem?.message ?? null}
          isPending={isPending}
          onConfirm={() => void move()}
          onBack={() => {
            forgetProblem()
            steps.back()
          }}
        >
          {chosen.cages.length > 1 && (
            <CageChoice
              cages={chosen.cages.map((free) => ({ ...free, total: priceIn(free).total }))}
              cageId={cage.id}
              onPick={(id) => {
                forgetProblem()
                setCageId(id)
              }}
            />
          )}
        </MoveSummary>
      ) : (
        <MoveChoice
          title={from.title}
          when={from.when}
          day={steps.day}
          now={now}
          facility={facility}
          slots={times}
          notice={steps.notice}
          onDay={steps.showDay}
          onPick={steps.pick}
        />
      )}
    </section>
  )
}

const pointOf = (
  { cage_name, start_time, end_time }: Pick<CustomerBooking, 'cage_name' | 'start_time' | 'end_time'>,
  { time_zone }: Facility,
): MovePoint => ({
  title: cage_name,
  when: `${formatDay(facilityDay(start_time, time_zone))}, ${formatTimeRange(start_time, end_time, time_zone)}`,
})

const timesOf = ({ start_time, end_time }: CustomerBooking, start: Date) => ({
  start_time: start.toISOString(),
  end_time: new Date(start.getTime() + epochMs(end_time) - epochMs(start_time)).toISOString(),
})

const momentOrNull = (moment: Date | null, facility: Facility): string | null =>
  moment && formatMoment(moment, facility.time_zone)

/** Only where it costs nobody anything: no money has moved, and the new time can still be given up. */
const mayMoveBack = (before: CustomerBooking, after: CustomerBooking, now: Date): boolean =>
  after.change.allowed &&
  after.start_time + after.cage_id !== before.start_time + before.cage_id &&
  after.total_cost === before.total_cost &&
  epochMs(before.start_time) > now.getTime()
