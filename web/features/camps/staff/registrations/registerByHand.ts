/** The calls that enter a registration by hand (spec 3 §7), with what went wrong in the words of spec 3 §8. */

import type { z } from 'zod'
import type { DeskPaymentMethod } from '../../../../../shared/contract/payments/staffPayments.ts'
import type {
  manualCampRegistration,
  NewPerson,
} from '../../../../../shared/contract/programs/manualRegistrations.ts'
import { ApiError, isRefusal } from '../../../../api/apiError.ts'
import type { Once } from '../../../../api/useAttempt.ts'
import { reasonRequest } from '../../../../components/staff/form/EndFields.tsx'

export type Registered = z.output<typeof manualCampRegistration.answer>

/** Whom to register, and how it is paid. */
export interface Wanted {
  readonly campId: string
  readonly who: { user_id: string; participant_ids?: string[] } | { new_person: NewPerson }
  readonly status: 'registered' | 'paid'
  readonly paid_by: DeskPaymentMethod
  readonly override_reason: string
}

export async function registerByHand(wanted: Wanted, once: Once): Promise<Registered> {
  const { campId, who, status, paid_by, override_reason } = wanted
  const json = {
    camp_id: campId,
    ...who,
    status,
    ...(status === 'paid' && { paid_by }),
    ...reasonRequest(override_reason),
  }
  try {
    return await once('POST /api/manual-camp-registrations', json)
  } catch (error) {
    throw told(error, wanted)
  }
}

/** What went wrong; where the user's own second seat was refused, as the specification says it. */
function told(error: unknown, { who }: Wanted): unknown {
  if (!(error instanceof ApiError) || error.status === 0) return error
  const isAlone = 'user_id' in who && who.participant_ids === undefined
  const what = isRefusal(error, 'user_exists') ? 'user' : 'registration'
  const message =
    isRefusal(error, 'already_registered') && isAlone
      ? 'User is already registered for this camp'
      : `Failed to create ${what}: ${error.message}`
  return new ApiError(error.status, { code: error.code, message, details: error.details })
}
