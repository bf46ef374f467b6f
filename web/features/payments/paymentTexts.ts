/** Sentences of the payment form, to the letter (spec 1 §5, §8; spec 2 §8). */
export const notReady = 'Payment form is not ready. Please try again.'
export const somethingWrong = 'Something went wrong with your payment.'
export const invalidResponse = 'Invalid payment response. Please try again.'
export const unexpected = 'An unexpected error occurred.'
export const unexpectedWhileProcessing = 'An unexpected error occurred during payment processing.'
export const blockedByBrowser = 'Payment processing is being blocked by your browser or adblocker.'

export const paymentFailed = (reason: string) => `Payment failed: ${reason}`
export const confirmationFailed = (message: string) =>
  `Payment succeeded but booking confirmation failed: ${message}`

/** What a browser says when a request was stopped on its way; the last two are Firefox's and Safari's words. */
const blockedWords = [
  'Failed to fetch',
  'ERR_BLOCKED_BY_ADBLOCKER',
  'ERR_BLOCKED_BY_CLIENT',
  'Failed to load Stripe.js',
  'NetworkError when attempting to fetch',
  'Load failed',
]

/** Whether an error means that the way to the provider is blocked (spec 1 §4). */
export function isBlocked(error: unknown): boolean {
  const text = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  return blockedWords.some((words) => text.includes(words))
}

/** A sentence for an error that nobody expected. */
export function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback
}

/** The bank's check was left before it was passed. */
export const leftCheck = 'Your bank wants to confirm that it is you. Nothing has been charged yet.'
