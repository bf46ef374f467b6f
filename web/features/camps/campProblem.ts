import type { ErrorCode } from '../../../shared/contract/errors.ts'
import { ApiError, isUnsure } from '../../api/apiError.ts'

/** What a dialog of the camp's page tells (spec 2 §4, §5, §8). */
export type CampDialog =
  | { kind: 'login' }
  | { kind: 'registered'; free: boolean }
  | { kind: 'already' }
  | { kind: 'failed' | 'payment'; message: string; unsure: boolean }

const losses: Partial<Record<ErrorCode, string>> = {
  camp_full: 'Camp Full. Someone else just took the last spot.',
  registration_closed: 'Registration Closed. The camp has just closed its registration.',
}

/** Why registering failed, as its dialog. */
export const registrationProblem = (error: unknown): CampDialog =>
  problemOf(error, 'failed', 'An unexpected error occurred.')

/** Why a payment was not opened, where the camp's page says so itself; null where the checkout's dialog does. */
export function paymentProblem(refusal: ApiError): CampDialog | null {
  const known = refusal.status === 401 || refusal.code === 'already_registered' || refusal.code in losses
  return known ? problemOf(refusal, 'payment', 'Failed to initiate payment.') : null
}

function problemOf(error: unknown, kind: 'failed' | 'payment', otherwise: string): CampDialog {
  if (!(error instanceof ApiError)) return { kind, message: otherwise, unsure: true }
  if (error.status === 401) return { kind: 'login' }
  if (error.code === 'already_registered') return { kind: 'already' }
  const message = losses[error.code as ErrorCode] ?? (error.message.trim() || otherwise)
  return { kind, message, unsure: isUnsure(error) }
}
