import { ApiError } from '../../api/apiError.ts'

/** Sentences of the page; the first two are those of spec 2 §5 and §8, to the letter. */
export const texts = {
  noEmail: 'No email address was provided in the unsubscribe link.',
  unexpected: 'An unexpected error occurred. Please try again.',
  openAgain: 'Please open the link at the end of the email once more, all of it.',
  receiptsGoOn: 'Confirmations, reminders and receipts for what you book still reach you.',
}

/** The sentence for a failed call. */
export function sentenceOf(error: Error): string {
  return error instanceof ApiError && error.code !== 'internal' ? error.message : texts.unexpected
}
