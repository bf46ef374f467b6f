import { ApiError, isRefusal } from '../../api/apiError.ts'
import { sentenceOf, unexpected } from '../payments/paymentTexts.ts'

/** Sentences of the sign-up, to the letter (spec 2 §5, §8). */
export class InvalidSetup extends Error {
  override message = 'Invalid setup response. Please try again.'
}
export const initiateFailed = (error: unknown) =>
  error instanceof InvalidSetup
    ? error.message
    : `Failed to initiate the sign-up process: ${sentenceOf(error, unexpected)}`
export const setupError = (reason: string) => `Setup error: ${reason}`
export const createFailed = (error: unknown) => `Failed to create subscription: ${reasonOf(error)}`
export const updateFailed = (error: unknown) => `Your card could not be updated: ${reasonOf(error)}`

/** Why a card was refused, as its bank tells it; any other problem in its own words. */
function reasonOf(error: unknown): string {
  if (isDeclined(error) && hasReason(error.details)) return error.details.reason
  return sentenceOf(error, unexpected)
}

const hasReason = (details: unknown): details is { reason: string } =>
  typeof details === 'object' && details !== null && 'reason' in details && typeof details.reason === 'string'

/** The bank says no: another card is needed. */
export const isDeclined = (error: unknown): error is ApiError => isRefusal(error, 'membership_declined')

/** The club is full: no card is asked for. */
export const isFull = (error: unknown): boolean => isRefusal(error, 'membership_full')

/** A sentence about a card that failed, which also says that nothing was charged. */
export const withoutCharge = (sentence: string): string =>
  sentence.includes('not been charged') ? sentence : `${sentence} You have not been charged.`

/** What the page shows is out of date: it says how things stand once it is asked for again. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError &&
  [
    'already_enrolled',
    'membership_full',
    'membership_price_unknown',
    'membership_agreement_changed',
  ].includes(error.code)
