/** Lessons of one row of the staff's lists, which the desk and admins change together: several coaches at one time. */

import {
  deleteLessonGroup as deleteLessonGroupRoute,
  updateLessonGroup as updateLessonGroupRoute,
} from '../../../../shared/contract/bookings/staffGroups.ts'
import { lessonTime } from '../../../../shared/domain/lessons/lessons.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../../db/database.ts'
import { type Call, endpoint } from '../../../http/endpoint.ts'
import type { SignedIn } from '../../../http/session.ts'
import { listOfNames } from '../../households/names.ts'
import type { Acting } from '../../payments/changes/actingTerms.ts'
import { changeAnswer, choiceOf, sumOfRefunds } from '../../payments/changes/settleChange.ts'
import { type GroupTime, staffGroupChange } from '../../payments/desk/groupChange.ts'
import { takeLocks } from '../../places/occupancy.ts'
import { deleteLesson } from '../commands/deleteLesson.ts'
import { moveLocks } from '../commands/moveLesson.ts'
import { updateLesson } from '../commands/updateLesson.ts'
import { type Lesson, slotOf } from '../lessonRows.ts'
import { givenByStaff } from '../policy.ts'
import { asStaffLesson } from './staffLesson.ts'

/** Each lesson has messages of its own: they name its coach. */
export const lessonGroupEndpoints = [
  endpoint(updateLessonGroupRoute, (call) => update(call)),
  endpoint(deleteLessonGroupRoute, (call) => remove(call)),
]

/** How lessons are found and named. */
const lessonsOf = ({ profile }: SignedIn) => ({
  taken: 'lesson_time_taken' as const,
  find: (tx: Tx, id: string) => givenByStaff(tx, profile, id),
  nameOf: (lesson: Lesson) => `Lesson with ${lesson.coach_name}`,
})

function update(call: Call<typeof updateLessonGroupRoute>) {
  const { body, user } = call
  const asked = {
    ...{ day: body.new_lesson_date, startTime: body.new_start_time, minutes: body.new_duration_minutes },
    ...{ status: body.new_status, notes: body.new_coach_notes },
    price: choiceOf(body.price),
    refund: choiceOf(body.refund),
    takeDifference: body.take_difference,
  }
  const dayOf = (lesson: Lesson) => asked.day ?? lesson.lesson_date
  return staffGroupChange(
    call,
    {
      ...lessonsOf(user),
      choices: body,
      group: body.bookings,
      timeOf: (rows, at) => ({
        freed: rows.map(slotOf),
        taken: asked.status === 'canceled' ? [] : rows.flatMap((row) => slotAfter(row, asked, at) ?? []),
      }),
      lockTime: async (tx, rows) => {
        const locks: string[] = []
        for (const row of rows) locks.push(...(await moveLocks(tx, row, dayOf(row))))
        await takeLocks(tx, locks)
      },
      change: (tx, row, { totalAmount }, acting) =>
        updateLesson(tx, row, { ...asked, shownTotalDollars: totalAmount ?? null }, acting),
    },
    async (tx, { at }, all) => {
      const changed = all.map(({ done }) => done)
      const bookings = []
      for (const { after } of changed)
        bookings.push(await asStaffLesson(tx, after, { reader: user.profile.role, now: at.now }))
      const back = sumOfRefunds(changed.map((each) => each.back))
      return {
        ...changeAnswer(
          titleOf(
            changed.map(({ after }) => after),
            'changed',
          ),
          back,
          'staff',
        ),
        bookings,
      }
    },
  )
}

function remove(call: Call<typeof deleteLessonGroupRoute>) {
  const { body, user } = call
  return staffGroupChange(
    call,
    {
      ...lessonsOf(user),
      choices: body,
      group: body.bookings,
      timeOf: (rows) => ({ freed: rows.map(slotOf), taken: [] }),
      // A cancellation takes no time: the rows are enough.
      lockTime: async () => {},
      change: (tx, row, _, acting) => deleteLesson(tx, row, choiceOf(body.refund), acting),
    },
    async (_, __, all) =>
      changeAnswer(
        titleOf(
          all.map(({ seen }) => seen),
          'deleted',
        ),
        sumOfRefunds(all.map(({ done }) => done)),
        'staff',
      ),
  )
}

/** The time that is asked for; the cage is chosen under the locks. Null where the clocks skip it. */
function slotAfter(
  lesson: Lesson,
  asked: { day?: string | undefined; startTime?: string | undefined; minutes?: number | undefined },
  { facility }: Acting['at'],
): GroupTime['taken'][number] | null {
  const { day = lesson.lesson_date, minutes = lesson.duration_minutes } = asked
  const time = lessonTime(day, asked.startTime ?? lesson.start_time.slice(0, 5), minutes, facility.time_zone)
  return time && { cageId: null, coachId: lesson.coach_id, start: time.start, end: time.end }
}

/** '2 lessons of Pat Parent with Casey Coach and Lou Coach are changed: Tue, Nov 24, 4:00 PM.' */
function titleOf(lessons: readonly Lesson[], done: 'changed' | 'deleted'): string {
  const [first] = lessons
  if (!first) throw new Error('A group has a lesson.')
  const coaches = listOfNames(lessons.map(({ coach_name }) => coach_name))
  const [what, are] = lessons.length === 1 ? ['The lesson', 'is'] : [`${lessons.length} lessons`, 'are']
  const when = `${formatDay(first.lesson_date)}, ${formatWallTime(first.start_time)}`
  return `${what} of ${first.person.name} with ${coaches} ${are} ${done}: ${when}.`
}
