/** A change of a row of the list as calls: each kind of booking has its own operations (spec 3 §7). */

import { z } from 'zod'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { updateBooking } from '../../../../shared/contract/bookings/staffBookings.ts'
import { refusedOne } from '../../../../shared/contract/bookings/staffChanges.ts'
import type {
  deleteBookingGroup,
  updateBookingGroup,
  updateLessonGroup as updateLessonGroupRoute,
} from '../../../../shared/contract/bookings/staffGroups.ts'
import type { updateCoachBooking } from '../../../../shared/contract/lessons/staffLessons.ts'
import { ApiError } from '../../../api/apiError.ts'
import type { Once } from '../../../api/useAttempt.ts'

export type CageChanges = z.input<typeof updateBooking.body>
export type LessonChanges = z.input<typeof updateCoachBooking.body>
type CageGroupChanges = z.input<typeof updateBookingGroup.body>
type LessonGroupChanges = z.input<typeof updateLessonGroupRoute.body>
export type DeleteChoices = Omit<z.input<typeof deleteBookingGroup.body>, 'bookings'>

type Named = Pick<ListedBooking, 'id' | 'kind'>
type SeenListed = Pick<ListedBooking, 'id' | 'kind' | 'revision'>

/** Changes cage time of an account or guest. */
export function updateCages({ id, kind }: Named, json: CageChanges, once: Once) {
  const change = { booking_id: id, ...json }
  return asked('update', id, () =>
    kind === 'guest_booking'
      ? once('PATCH /api/guest-bookings/:booking_id', change)
      : once('PATCH /api/bookings/:booking_id', change),
  )
}

export function updateLesson({ id }: Named, json: LessonChanges, once: Once) {
  return asked('update', id, () => once('PATCH /api/lessons/:booking_id', { booking_id: id, ...json }))
}

/** What is deleted by itself says it in the query. */
export function deleteListed({ id, kind, revision }: SeenListed, choices: DeleteChoices, once: Once) {
  const { tell = true, ...others } = choices
  const named = { booking_id: id, ...others, expected_revision: revision }
  const input = { ...named, ...(!tell && { tell: 'false' as const }) }
  return asked('delete', id, () => {
    if (kind === 'lesson') return once('DELETE /api/lessons/:booking_id', input)
    if (kind === 'guest_booking') return once('DELETE /api/guest-bookings/:booking_id', input)
    return once('DELETE /api/bookings/:booking_id', input)
  })
}

/** Changes cage time of one row of the list, all of it or nothing. */
export const updateCageGroup = (json: CageGroupChanges, once: Once) =>
  asked('update', null, () => once('PATCH /api/admin/booking-groups', json))

export const updateLessonGroup = (json: LessonGroupChanges, once: Once) =>
  asked('update', null, () => once('PATCH /api/admin/lesson-groups', json))

export function deleteGroup(
  members: readonly [SeenListed, ...SeenListed[]],
  choices: DeleteChoices,
  once: Once,
) {
  const bookings = members.map(({ id, revision }) => ({ id, expected_revision: revision }))
  const json = { bookings, ...choices }
  return asked('delete', null, () =>
    members[0].kind === 'lesson'
      ? once('POST /api/admin/lesson-groups/delete', json)
      : once('POST /api/admin/booking-groups/delete', json),
  )
}

/** Cancels a row of the list, all of it or nothing. */
export function cancelListed(
  members: readonly [SeenListed, ...SeenListed[]],
  choices: DeleteChoices,
  once: Once,
) {
  const change = { ...choices, new_status: 'canceled' as const }
  const [first, ...others] = members
  const isLesson = first.kind === 'lesson'
  if (others.length > 0) {
    const bookings = members.map(({ id, revision }) => ({ id, expected_revision: revision }))
    return isLesson
      ? updateLessonGroup({ ...change, bookings }, once)
      : updateCageGroup({ ...change, bookings }, once)
  }
  const alone = { ...change, expected_revision: first.revision }
  return isLesson ? updateLesson(first, alone, once) : updateCages(first, alone, once)
}

/**
 * What is gone is told in the specification's words (spec 3 §8).
 *
 * @param id null where several are asked for: the refusal says which.
 */
async function asked<Answer>(verb: string, id: string | null, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError && ['booking_not_found', 'lesson_not_found'].includes(error.code)) {
      const gone = id ?? goneOf.safeParse(error.details).data?.refused.id
      const message = `Failed to ${verb} booking ${gone}. Not found in any table.`
      throw new ApiError(error.status, { code: error.code, message })
    }
    throw error
  }
}

const goneOf = z.object({ refused: refusedOne })
