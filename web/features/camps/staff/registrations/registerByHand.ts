/** The calls that enter a registration by hand (spec 3 §7), with what went wrong in the words of spec 3 §8. */

import type { z } from 'zod'
import type { manualCampRegistration } from '../../../../../shared/contract/manualRegistrations.ts'
import type { DeskPaymentMethod } from '../../../../../shared/contract/staffPayments.ts'
import { ApiError, isRefusal } from '../../../../api/apiError.ts'
import { api, unwrap } from '../../../../api/client.ts'
import type { Once } from '../../../../api/useAttempt.ts'

export type Registered = z.output<typeof manualCampRegistration.answer>

/** Whom to register, and how it is paid. */
export interface Wanted {
  readonly campId: string
  readonly userId: string
  /** Empty: the user. */
  readonly participantIds: readonly string[]
  readonly status: 'registered' | 'paid'
  readonly paid_by: DeskPaymentMethod
  readonly override_reason: string
}

export async function registerByHand(wanted: Wanted, once: Once): Promise<Registered> {
  const { campId, userId, participantIds, status, paid_by, override_reason } = wanted
  const json = {
    camp_id: campId,
    user_id: userId,
    status,
    ...(status === 'paid' && { paid_by }),
    ...(participantIds.length > 0 && { participant_ids: [...participantIds] }),
    ...(override_reason.trim() && { override_reason: override_reason.trim() }),
  }
  try {
    return await unwrap(api['manual-camp-registrations'].$post({ json }, once(json)))
  } catch (error) {
    throw told(error, wanted)
  }
}

/** What went wrong; where the user's own second seat was refused, as the specification says it. */
function told(error: unknown, { participantIds }: Wanted): unknown {
  if (!(error instanceof ApiError) || error.status === 0) return error
  const message =
    isRefusal(error, 'already_registered') && participantIds.length === 0
      ? 'User is already registered for this camp'
      : `Failed to create registration: ${error.message}`
  return new ApiError(error.status, { code: error.code, message, details: error.details })
}

/** Enters a person; what failed says so, e.g. that the e-mail belongs to somebody. */
export async function createPerson(
  person: { name: string; email: string; phone: string },
  once: Once,
): Promise<string> {
  const json = { name: person.name, email: person.email || null, phone: person.phone || null }
  try {
    return (await unwrap(api.admin.users.$post({ json }, once(json)))).profile_id
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.code === 'invalid_input') throw error
    const { code, details } = error
    throw new ApiError(error.status, { code, message: `Failed to create user: ${error.message}`, details })
  }
}

/** Adds a child, or somebody else whom the person looks after, and answers the id of who takes part. */
export async function addParticipant(
  userId: string,
  json: { name: string; birth_date: string | null },
  once: Once,
): Promise<string> {
  const param = { user_id: userId }
  const added = await unwrap(
    api.admin.people[':user_id'].participants.$post({ param, json }, once({ userId, ...json })),
  )
  return added.id
}
