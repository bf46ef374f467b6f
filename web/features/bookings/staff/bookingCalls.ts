/** A change of a row of the list as calls: each kind of booking has its own operations (spec 3 §7). */

import type { z } from 'zod'
import type { ListedBooking } from '../../../../shared/contract/bookingLists.ts'
import type { deleteBooking, updateBooking } from '../../../../shared/contract/staffBookings.ts'
import type { updateCoachBooking } from '../../../../shared/contract/staffLessons.ts'
import { ApiError } from '../../../api/apiError.ts'
import { api, unwrap } from '../../../api/client.ts'
import type { Once } from '../../../api/useAttempt.ts'

export type CageChanges = z.input<typeof updateBooking.body>
export type LessonChanges = z.input<typeof updateCoachBooking.body>
export type DeleteChoices = z.input<typeof deleteBooking.query>

type Named = Pick<ListedBooking, 'id' | 'kind'>

/** Changes cage time of an account or guest. */
export function updateCages({ id, kind }: Named, json: CageChanges, once: Once) {
  const param = { booking_id: id }
  const options = once({ id, ...json })
  return asked('update', id, () =>
    kind === 'guest_booking'
      ? unwrap(api['guest-bookings'][':booking_id'].$patch({ param, json }, options))
      : unwrap(api.bookings[':booking_id'].$patch({ param, json }, options)),
  )
}

export function updateLesson({ id }: Named, json: LessonChanges, once: Once) {
  const param = { booking_id: id }
  return asked('update', id, () =>
    unwrap(api.lessons[':booking_id'].$patch({ param, json }, once({ id, ...json }))),
  )
}

export function deleteListed({ id, kind }: Named, query: DeleteChoices, once: Once) {
  const param = { booking_id: id }
  const options = once({ id, ...query })
  return asked('delete', id, () => {
    if (kind === 'lesson') return unwrap(api.lessons[':booking_id'].$delete({ param, query }, options))
    if (kind === 'guest_booking')
      return unwrap(api['guest-bookings'][':booking_id'].$delete({ param, query }, options))
    return unwrap(api.bookings[':booking_id'].$delete({ param, query }, options))
  })
}

/** What is gone is told in the specification's words (spec 3 §8). */
async function asked<Answer>(verb: string, id: string, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError && ['booking_not_found', 'lesson_not_found'].includes(error.code)) {
      const message = `Failed to ${verb} booking ${id}. Not found in any table.`
      throw new ApiError(error.status, { code: error.code, message })
    }
    throw error
  }
}
