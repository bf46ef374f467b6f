import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { RefusedParticipants } from '../../../shared/contract/programs/registrations.ts'
import { ApiError, isUnsure } from '../../api/apiError.ts'
import type { Person } from '../../components/participants/people.ts'
import type { ShortOffer } from '../../components/participants/shortOffer.ts'

/** What a dialog of the camp's page tells (spec 2 §4, §5, §8). */
export type CampDialog =
  | { kind: 'login' }
  /** Who is about to be registered without a card. */
  | { kind: 'confirm'; people: readonly Person[]; onConfirm: () => void }
  | { kind: 'already'; message: string }
  /** The facility wants to know something of these children first. */
  | { kind: 'care'; people: RefusedParticipants['participants']; go: () => void }
  /** A waiver binds at booking. */
  | { kind: 'waiver'; error: ApiError; go: () => void }
  | ShortOffer
  | { kind: 'failed' | 'payment'; message: string; unsure: boolean }

const losses: Partial<Record<ErrorCode, string>> = {
  camp_full: 'Camp Full. Someone else just took the last spot.',
  registration_closed: 'Registration Closed. The camp has just closed its registration.',
}

/** Refusals about the people who were chosen: the server's sentence names them. */
const aboutPeople: readonly string[] = [
  'already_registered',
  'age_outside_range',
  'birth_date_needed',
  'participant_not_found',
  'participant_archived',
] satisfies ErrorCode[]

/** Why registering failed, as its dialog. */
export const registrationProblem = (error: unknown): CampDialog =>
  problemOf(error, 'failed', 'An unexpected error occurred.')

/** Why a payment was not opened, where the camp's page says so itself; null where the checkout's dialog does. */
export function paymentProblem(refusal: ApiError): CampDialog | null {
  const known = refusal.status === 401 || aboutPeople.includes(refusal.code) || refusal.code in losses
  return known ? problemOf(refusal, 'payment', 'Failed to initiate payment.') : null
}

function problemOf(error: unknown, kind: 'failed' | 'payment', otherwise: string): CampDialog {
  if (!(error instanceof ApiError)) return { kind, message: otherwise, unsure: true }
  if (error.status === 401) return { kind: 'login' }
  if (error.code === 'already_registered') return { kind: 'already', message: error.message }
  const message = losses[error.code as ErrorCode] ?? (error.message.trim() || otherwise)
  return { kind, message, unsure: isUnsure(error) }
}
