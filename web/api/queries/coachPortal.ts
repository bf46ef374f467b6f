import { read } from '../read.ts'

/** The coach's present day. */
export const coachDayQuery = read('GET /api/coach/day')

/** Whether there is an address of the coach's calendar; the address itself is shown once, when it is made. */
export const coachCalendarQuery = read('GET /api/coach/calendar-feed')
