/** What renewing and notice mean, on the membership's page and where it is paid. */
import { facilityDay, facilityTime, type Instant } from '../time/time.ts'
import { formatDay } from '../time/timeFormat.ts'
import { daysNotice } from './memberships.ts'

/**
 * 'Renews every month on its own, next on Wed, Dec 23. Cancel in your account with 7 days' notice before then. No refunds for a
 * month that has begun.'
 *
 * @param from when the first month begins.
 */
export function renewalText(from: Instant, noticeDays: number, zone: string): string {
  const next = facilityTime(from, zone).add({ months: 1 })
  const day = formatDay(facilityDay(new Date(next.epochMilliseconds), zone))
  const notice = noticeDays > 0 ? ` with ${daysNotice(noticeDays)} before then` : ' before then'
  return `Renews every month on its own, next on ${day}. Cancel in your account${notice}. No refunds for a month that has begun.`
}
