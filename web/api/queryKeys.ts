/**
 * The roots of the query keys. What is read about one thing stands below its list, e.g. `['classes', id]`, so that
 * invalidating a key refreshes everything below it.
 *
 * - `schedule`: `[…, day]`
 * - `coaches`: `[…, id]`, the coach's free times `[…, id, day, minutes]`, its
 *   days with any `[…, id, 'days', minutes]`
 * - `camps`, `classes`: `[…, id]`
 * - `me`: everything of the signed-in person's own, the session included
 * - `staff`: what only staff may read, e.g. `[…, 'users', filters]`; of the coach portal `[…, 'portal', …]`
 */
export const queryKeys = {
  facility: ['facility'],
  cages: ['cages'],
  schedule: ['schedule'],
  openTimes: ['open-times'],
  coaches: ['coaches'],
  camps: ['camps'],
  classes: ['classes'],
  memberships: ['memberships'],
  payments: ['payments'],
  me: ['me'],
  staff: ['staff'],
} as const satisfies Record<string, readonly [string]>

/** Every query of a coach's free starts on one facility day, whatever the duration. */
export const coachDayKey = (coachId: string, day: string) => [...queryKeys.coaches, coachId, day]

/** The days with free starts of a coach, whatever the duration. */
export const lessonDaysKey = (coachId: string) => [...queryKeys.coaches, coachId, 'days']

/** The seats of the customer's family in a camp. */
export const campSeatKey = (campId: string) => [...queryKeys.me, 'camp-registrations', campId]

/** The seats of the customer's family in the sessions of a class. */
export const classSeatsKey = (classId: string) => [...queryKeys.me, 'class-seats', classId]

/** The customer and the people whom the customer looks after. */
export const participantsKey = [...queryKeys.me, 'participants']
