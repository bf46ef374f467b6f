import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { LessonSlot } from '../../../../shared/contract/coaches.ts'
import type { Facility } from '../../../../shared/contract/facility.ts'
import type { CustomerLesson, moveLesson } from '../../../../shared/contract/lessons.ts'
import { lessonTime } from '../../../../shared/domain/lessons.ts'
import { centsFromDollars, dollarsFromCents } from '../../../../shared/domain/money.ts'
import { instantOf } from '../../../../shared/domain/time.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/timeFormat.ts'
import { useLiveCoach } from '../../../api/liveCoach.ts'
import { lessonMoveTimesQuery } from '../../../api/queries/lessons.ts'
import { formatMoment, movedNews } from '../../bookings/change/changeTexts.ts'
import { MoveChoice } from '../../bookings/change/MoveChoice.tsx'
import { Moved } from '../../bookings/change/Moved.tsx'
import { type MovePoint, MoveSummary } from '../../bookings/change/MoveSummary.tsx'
import { askedPrice, movePrice } from '../../bookings/change/movePrice.ts'
import { isTimeGone, untilAfterMove, useMoveSteps } from '../../bookings/change/useMoveSteps.ts'
import { shownDay } from '../../cages/dayChoices.ts'
import { useMinuteClock } from '../../cages/useMinuteClock.ts'
import { useStepFocus } from '../useStepFocus.ts'
import type { useMoveLesson } from './useMoveLesson.ts'

interface MoveLessonStepsProps {
  lesson: CustomerLesson
  facility: Facility
  moving: ReturnType<typeof useMoveLesson>
  onTooLate: () => void
  onMoved: () => void
  onClose: () => void
}

type MovedAnswer = z.output<typeof moveLesson.answer>

/** A day and a time, then what it costs, then it is moved; and back, if that was a mistake. */
export function MoveLessonSteps(props: MoveLessonStepsProps) {
  // Where it was when the dialog was opened: the list behind it may be loaded again meanwhile.
  const [lesson] = useState(props.lesson)
  const { facility, onTooLate, onMoved, onClose } = props
  const { change, isPending, problem, forgetProblem, refresh } = props.moving
  const now = useMinuteClock()
  const steps = useMoveSteps(shownDay(lesson.lesson_date, now, facility))
  useLiveCoach(lesson.coach_id, steps.day)
  const times = useQuery(lessonMoveTimesQuery(lesson, steps.day))
  const [answer, setAnswer] = useState<MovedAnswer | null>(null)

  const chosen = times.data?.find(({ available_start_time }) => available_start_time === steps.time)
  const lost =
    steps.time !== null && times.data !== undefined && !chosen && !answer && !isPending && !problem?.unsure
  useEffect(() => {
    if (lost) steps.loseTime()
  })
  const panel = useStepFocus(chosen ? 'summary' : 'choice', answer !== null)

  if (answer) {
    return (
      <Moved
        to={pointOf(answer.lesson)}
        message={answer.message}
        news={movedNews(answer, 'We have mailed you the new time, with a calendar file.')}
        problem={problem}
        isPending={isPending}
        onMoveBack={mayMoveBack(lesson, answer.lesson, facility, now) ? () => void moveBack() : null}
        onDone={onClose}
      />
    )
  }

  async function move(slot: LessonSlot) {
    const outcome = await change({
      lesson_date: steps.day,
      start_time: slot.available_start_time,
      totalAmount: dollarsFromCents(askedPrice(priceOf(lesson, slot), problem).total),
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
    steps.back(outcome.problem.message)
  }

  async function moveBack() {
    const { lesson_date, start_time, total_cost } = lesson
    const outcome = await change({ lesson_date, start_time, totalAmount: total_cost })
    if (outcome && 'answer' in outcome) setAnswer(outcome.answer)
    void refresh()
  }

  const from = pointOf(lesson)
  if (!chosen) {
    return (
      <section ref={panel} aria-label="Move your lesson">
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
      </section>
    )
  }
  const until = untilAfterMove(
    { start: startOf(lesson, facility), change: lesson.change },
    startOf({ lesson_date: steps.day, start_time: chosen.available_start_time }, facility),
    now,
  )
  return (
    <section ref={panel} aria-label="Move your lesson">
      <MoveSummary
        noun="lesson"
        from={from}
        to={pointOf(lessonAt(lesson, steps.day, chosen, facility))}
        price={askedPrice(priceOf(lesson, chosen), problem)}
        until={until && formatMoment(until, facility.time_zone)}
        method={lesson.change.refund_method}
        notice={problem?.message ?? null}
        isPending={isPending}
        onConfirm={() => void move(chosen)}
        onBack={() => {
          forgetProblem()
          steps.back()
        }}
      />
    </section>
  )
}

const priceOf = (lesson: CustomerLesson, slot: LessonSlot) =>
  movePrice(lesson.total_cost, centsFromDollars(slot.total_cost), lesson.change)

type Placed = Pick<CustomerLesson, 'coach_name' | 'cage_name' | 'lesson_date' | 'start_time' | 'end_time'>

const pointOf = ({ coach_name, cage_name, lesson_date, start_time, end_time }: Placed): MovePoint => ({
  title: `Lesson with ${coach_name}`,
  when: `${formatDay(lesson_date)}, ${formatWallTime(start_time)} - ${formatWallTime(end_time)} · ${cage_name}`,
})

const startOf = (
  { lesson_date, start_time }: Pick<CustomerLesson, 'lesson_date' | 'start_time'>,
  { time_zone }: Facility,
): Date => instantOf(lesson_date, start_time, time_zone)

/** The lesson as it would be at a free time. */
const lessonAt = (
  lesson: CustomerLesson,
  day: string,
  slot: LessonSlot,
  { time_zone }: Facility,
): Placed => ({
  ...lesson,
  lesson_date: day,
  cage_name: slot.cage_name,
  start_time: slot.available_start_time,
  end_time:
    lessonTime(day, slot.available_start_time, lesson.duration_minutes, time_zone)?.endTime ??
    lesson.end_time,
})

/** Only where it costs nobody anything: no money has moved, and the new time can still be given up. */
const mayMoveBack = (before: CustomerLesson, after: CustomerLesson, facility: Facility, now: Date): boolean =>
  after.change.allowed &&
  after.lesson_date + after.start_time !== before.lesson_date + before.start_time &&
  after.total_cost === before.total_cost &&
  startOf(before, facility) > now
