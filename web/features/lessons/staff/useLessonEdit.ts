import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import type { StaffLesson, updateCoachBooking } from '../../../../shared/contract/lessons/staffLessons.ts'
import { slotMinutes, slotMs } from '../../../../shared/domain/bookings/slots.ts'
import { terms } from '../../../../shared/domain/bookings/terms.ts'
import { movedLessonPrice } from '../../../../shared/domain/lessons/lessons.ts'
import { centsFromDollars, dollarsFromCents, formatPrice } from '../../../../shared/domain/money/money.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import { isRefusal } from '../../../api/apiError.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { cagesQuery } from '../../../api/queries/cages.ts'
import { coachQuery } from '../../../api/queries/coaches.ts'
import { useSalesTax } from '../../../api/queries/facility.ts'
import { touches } from '../../../api/touches.ts'
import { type Form, useForm } from '../../../components/form/useForm.ts'
import { runOf, useLessonRun, wallTimesOf } from './useLessonRun.ts'

/** What the dialog needs of a lesson of the coach who is signed in. */
export type EditableLesson = Pick<
  StaffLesson,
  | 'id'
  | 'coach_id'
  | 'customer_name'
  | 'participant_name'
  | 'cage_id'
  | 'cage_name'
  | 'lesson_date'
  | 'start_time'
  | 'duration_minutes'
  | 'status'
  | 'coach_notes'
  | 'total_cost'
  | 'revision'
> &
  Partial<Pick<CoachLesson, 'refund_amount' | 'refund_method'>>

type Changes = z.input<typeof updateCoachBooking.body>

/** What was typed; null: as it is. */
interface Typed {
  readonly status: BookingStatus | null
  readonly notes: string | null
}

/**
 * A lesson as the coach has opened it, whatever the live news say: nothing is overwritten unseen. Once a refusal has told
 * what others have saved, as it is since then.
 */
export function useSeenLesson<Lesson extends Pick<EditableLesson, 'id' | 'revision'> | undefined>(
  present: Lesson,
  error: Error | null,
): Lesson {
  const [seen, setSeen] = useState({ lesson: present, told: null as Error | null })
  if (present?.id !== seen.lesson?.id) setSeen({ lesson: present, told: null })
  const isTold = isRefusal(error, 'changed_meanwhile') && error !== seen.told
  if (isTold && present && seen.lesson && present.revision > seen.lesson.revision)
    setSeen({ lesson: present, told: error })
  return seen.lesson
}

/** What a coach changes of a lesson, the request that it makes, and what the new time costs by the coach's terms. */
export function useLessonEdit(
  present: EditableLesson,
  zone: string,
  done: { onDone: (saved: AnswerOf<'PATCH /api/lessons/:booking_id'>) => void; onRefused: () => void },
) {
  const form: Form<Typed> = useForm({
    values: { status: null, notes: null } as Typed,
    request: (): Changes => ({ ...changes, expected_revision: lesson.revision }),
    send: (json: Changes, once) =>
      once('PATCH /api/lessons/:booking_id', { booking_id: present.id, ...json }),
    touches: touches.lesson,
    // The dialog closes over what was saved: opened again at once, it must not show what was there before.
    pendingUntilRefreshed: true,
    ...done,
  })
  const lesson = useSeenLesson(present, form.refusal)
  const status = form.values.status ?? lesson.status
  const notes = form.values.notes ?? lesson.coach_notes ?? ''
  const slotsBefore = slotsOf(lesson, zone)
  const { slots, run, move, reset } = useLessonRun(slotsBefore)
  const cages = useQuery(cagesQuery).data
  const coach = useQuery(coachQuery(lesson.coach_id)).data
  const tax = useSalesTax('lessons')

  // A lesson has at least one slot.
  const before = runOf(slotsBefore) as NonNullable<ReturnType<typeof runOf>>
  const cancels = status === 'canceled'
  const isMoved =
    run !== null &&
    !cancels &&
    (run.cageId !== before.cageId ||
      run.start.getTime() !== before.start.getTime() ||
      run.minutes !== before.minutes)
  const cage = cages?.find(({ id }) => id === run?.cageId)
  const cents = centsFromDollars(lesson.total_cost)
  const price =
    run && cage && coach
      ? movedLessonPrice(terms.coach, lesson, {
          minutes: run.minutes,
          hourlyRate: coach.hourly_rate,
          cage,
          tax,
        })
      : null
  const changes: Changes = {
    ...(status !== lesson.status && { new_status: status }),
    ...(notes.trim() !== (lesson.coach_notes ?? '') && { new_coach_notes: notes.trim() }),
    ...(isMoved && movedTo(run, zone)),
    ...(isMoved && price !== null && { totalAmount: dollarsFromCents(price) }),
  }
  return {
    ...{ form, lesson, status, notes, slots, run, move, before, cancels, isMoved, reset },
    isChanged: Object.keys(changes).length > 0,
    priceText: { before: formatPrice(cents), after: priceText(price, cents) },
  }
}

const priceText = (price: number | null, before: number): string => {
  if (price === null) return 'The price follows its length'
  return price === before
    ? `The price stays ${formatPrice(price)}`
    : `The price becomes ${formatPrice(price)} instead of ${formatPrice(before)}`
}

const movedTo = (run: NonNullable<ReturnType<typeof runOf>>, zone: string) => {
  const { day, startTime, minutes } = wallTimesOf(run, zone)
  return {
    new_lesson_date: day,
    new_start_time: startTime,
    new_duration_minutes: minutes,
    new_cage_id: run.cageId,
  }
}

function slotsOf(lesson: EditableLesson, zone: string) {
  const start = instantOf(lesson.lesson_date, lesson.start_time, zone)
  return Array.from({ length: lesson.duration_minutes / slotMinutes }, (_, index) => ({
    cageId: lesson.cage_id,
    cageName: lesson.cage_name,
    start: new Date(start.getTime() + index * slotMs),
  }))
}
