import type { GuestDetails, LessonRequest } from '../../../shared/contract/lessons/lessons.ts'
import type { Context } from '../../context.ts'
import { checkGuest } from '../../http/limits/guestCheck.ts'
import { countedAddress, countedAs, networkOf, refuseTooMany } from '../../http/limits/rateLimits.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { GuestOrigin, LessonGuest } from './commands/openGuestLessons.ts'

/** How many lessons one guest may have coming up. For more, a guest signs up or calls. */
const MOST_OPEN = 3

/**
 * The doors a guest's booking goes through before any work is done for it (decision 27): the invisible check, and
 * the limits per address and per device.
 */
export async function admitGuest(
  context: Pick<Context, 'config' | 'clock' | 'limits'>,
  body: Pick<LessonRequest, 'form_token' | 'website'> & { guest_details: GuestDetails },
  address: string,
): Promise<{ guest: LessonGuest; origin: GuestOrigin; mostOpen: number } | Refusal> {
  const { name, email } = body.guest_details
  const phone = phoneOf(body.guest_details.phone, ['guest_details', 'phone'])
  if (phone instanceof Refusal) return phone
  const check = checkGuest(context, body)
  if (check instanceof Refusal) return check
  // There is no lesson to answer a program with, so it is refused as a person in a hurry would be.
  if (check === 'program') return refuse('form_check_failed')
  const tooMany = await refuseTooMany(
    context.limits,
    { name: 'lesson from', subject: networkOf(address), most: 30, seconds: 3_600 },
    { name: 'lesson by', subject: check.device, most: 10, seconds: 3_600 },
  )
  if (tooMany) return tooMany
  return {
    guest: { name, phone, email: email || null },
    origin: {
      device: countedAs(context, 'device', check.device),
      address: countedAddress(context, address),
    },
    mostOpen: context.config.rateLimits ? MOST_OPEN : Number.POSITIVE_INFINITY,
  }
}
