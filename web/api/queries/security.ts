import { read } from '../read.ts'

/** The browsers that are signed in to the account. */
export const devicesQuery = { ...read('GET /api/me/sessions'), staleTime: 0 }

/** The change of address that is under way. */
export const emailChangeQuery = { ...read('GET /api/me/email-change'), staleTime: 0 }

/** Whether there is a calendar address; the address itself is told once, when it is made. */
export const calendarFeedQuery = { ...read('GET /api/me/calendar-feed'), staleTime: 0 }

/** What is in the way of deleting the account, and what would go with it. */
export const deletionQuery = { ...read('GET /api/me/deletion'), staleTime: 0 }
