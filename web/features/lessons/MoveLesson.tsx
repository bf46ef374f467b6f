import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerLesson } from '../../../shared/contract/lessons/lessons.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { facilityDay, facilityWallTime, instantOf, minuteMs } from '../../../shared/domain/time/time.ts'
import { useLiveCoach } from '../../api/livePages.ts'
import { lessonMoveTimesQuery } from '../../api/queries/lessons.ts'
import { bookedLesson, whenOf } from '../changes/booked.ts'
import type { ChangeDialogProps } from '../changes/ChangeDialogs.tsx'
import { MoveDialog } from '../changes/MoveDialog.tsx'
import { type FreeTimes, type Move, useMove } from '../changes/useMove.ts'
import { timeGoneCodes } from './lessonProblem.ts'
import { useNextLessonDay } from './useLessonDays.ts'

/** Moves a lesson to another free time of the same coach. */
export default function MoveLesson({
  lesson: current,
  facility,
  ...dialog
}: ChangeDialogProps & { lesson: CustomerLesson }) {
  // The lesson as it was when the dialog opened: the list behind the dialog may be loaded again.
  const [lesson] = useState(current)
  const zone = facility.time_zone
  const move = useMove({
    from: bookedLesson(lesson, zone),
    facility,
    async send({ start, total }, once) {
      const json = {
        lesson_date: facilityDay(start, zone),
        start_time: facilityWallTime(start, zone),
        totalAmount: dollarsFromCents(total),
      }
      const param = { id: lesson.id }
      const answer = await once('POST /api/me/lessons/:id/move', { ...param, ...json })
      return { ...answer, booked: bookedLesson(answer.lesson, zone) }
    },
    timeGone: ({ code, message }) => (timeGoneCodes.includes(code) ? message : null),
  })
  const times = useFreeTimes(lesson, move)
  const mailed = 'We’ve emailed you the new time, with a calendar file.'
  return <MoveDialog {...dialog} move={move} times={times} mailed={mailed} />
}

/** The free times of the coach's day that is looked at, fresh as long as it is on screen. */
function useFreeTimes(lesson: CustomerLesson, { from, day, facility }: Move): FreeTimes {
  useLiveCoach(lesson.coach_id, day)
  const { data, error, refetch } = useQuery(lessonMoveTimesQuery(lesson, day))
  const next = useNextLessonDay(lesson.coach_id, day, lesson.duration_minutes, data)
  const zone = facility.time_zone
  return {
    next,
    data: data?.map(({ available_start_time, cage_name, total_cost }) => {
      const start = instantOf(day, available_start_time, zone)
      const end = new Date(start.getTime() + lesson.duration_minutes * minuteMs)
      const when = `${whenOf(start, end, zone)} · ${cage_name}`
      const place = { cageId: null, title: from.title, when, total: centsFromDollars(total_cost) }
      return { available_start_time, start, places: [place] as const }
    }),
    error,
    refetch,
  }
}
