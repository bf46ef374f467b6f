import { ApiError } from '../../../api/apiError.ts'

/** Sentences of spec 2 §8, to the letter. */
export const cancelTexts = {
  signedOut: 'You must be logged in to cancel your subscription.',
  network: 'Network error occurred. Please check your connection and try again.',
  unauthorized: 'Authentication error. Please log out and log back in, then try again.',
  none: 'No active subscription found to cancel.',
  failed: 'Failed to cancel subscription. Please try again or contact support.',
  done: 'Subscription cancelled successfully. It will remain active until the end of your current billing period.',
} as const

/** Why a membership was not canceled. */
export function cancelProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return cancelTexts.failed
  if (error.code === 'network') return cancelTexts.network
  if (error.status === 401) return cancelTexts.unauthorized
  return error.status === 404 ? cancelTexts.none : cancelTexts.failed
}
