import { badRequest, conflict } from '../refusals.ts'

/** Editing classes in the back office (decision record 048). */
export const classErrors = {
  class_schedule_invalid: badRequest(
    'Each line of the schedule must end after it begins, and lines can’t overlap.',
  ),
  class_dates_backwards: badRequest('The last day of a class can’t be before its first.'),
  class_too_long: badRequest(
    'That’s too many sessions for one class. Choose fewer weeks or days, or create a second class.',
  ),
  class_coach_inactive: conflict(
    'This coach is not active. Choose another one, or activate the coach under Coaches first.',
  ),
  class_times_taken: conflict(
    'There is not enough free time for all sessions, so nothing was saved. Choose another time, or leave those sessions out.',
  ),
  class_time_skipped: conflict(
    'The clocks skip that time on one of the days. Choose another time, or leave that session out.',
  ),
  class_preview_changed: conflict(
    'What is booked has changed since you looked. Please look at the sessions again.',
  ),
  class_spots_taken: conflict('More people than that already have a spot in a session.'),
  class_in_use: conflict('People have registered for this class, so it can’t be deleted. End it instead.'),
} as const satisfies Record<string, { status: number; message: string }>
