import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { RefusedSessions } from '../../../shared/contract/programs/classes.ts'
import { ApiError, isUnsure } from '../../api/apiError.ts'

/** Why sessions were not booked: the dialog's title and sentence (spec 2 §8, 'Classes'). */
export interface ClassProblem {
  readonly kind: 'authentication' | 'configuration' | 'payment' | 'booking'
  readonly title: string
  readonly message: string
  /** The sessions that it is about, where it is about some of them. */
  readonly sessions: RefusedSessions['sessions']
}

const configuration = {
  kind: 'configuration',
  title: 'Payment Configuration Error',
  message: 'There is a configuration issue with the payment system. Please contact support.',
} as const

const booking = {
  kind: 'booking',
  title: 'Booking Error',
  message: 'There was an error processing your booking. Please try again.',
} as const

/** What the server says about sessions in a sentence of its own. */
const aboutSessions: readonly string[] = [
  'class_session_not_found',
  'class_session_canceled',
  'class_session_over',
  'class_session_full',
  'class_already_booked',
  'age_outside_range',
  'birth_date_needed',
  'participant_not_found',
  'participant_archived',
  'price_changed',
] satisfies ErrorCode[]

/** Where the server's sentence means things that can also be paid on arrival. */
const ofClasses: Partial<Record<string, string>> = {
  payments_unavailable: 'Payment by card is not available right now. Please call us to book this class.',
  // The price was something a moment ago; the page has the new one by now.
  nothing_to_pay: 'This class has become free. Please book again: no card is needed.',
  below_card_minimum:
    'Payment by card begins at $0.50. Please choose more sessions, or call us to book this one.',
} satisfies Partial<Record<ErrorCode, string>>

/** Reads what went wrong with booking class sessions. */
export function readClassProblem(error: unknown): ClassProblem {
  const code = error instanceof ApiError ? error.code : ''
  const said = ofClasses[code] ?? (error instanceof Error ? error.message : '')
  if (code === 'payment_configuration' || /live mode|test mode/i.test(said)) {
    return { ...configuration, sessions: [] }
  }
  if ((error instanceof ApiError && error.status === 401) || /Authentication|logged in/.test(said)) {
    return { kind: 'authentication', title: 'Authentication Required', message: said, sessions: [] }
  }
  if (/Payment|payment response|Stripe/.test(said)) {
    return { kind: 'payment', title: 'Payment Error', message: said, sessions: [] }
  }
  if (aboutSessions.includes(code)) return { ...booking, message: said, sessions: refusedOf(error) }
  return code in ofClasses ? { ...booking, message: said, sessions: [] } : { ...booking, sessions: [] }
}

/** The same about sessions that cost nothing; `unsure` where they may be booked although no answer came. */
export function readFreeSessionsProblem(error: unknown): { problem: ClassProblem; unsure: boolean } {
  const problem = readClassProblem(error)
  const unsure = isUnsure(error)
  if (!unsure) return { problem, unsure }
  return {
    problem: { ...problem, message: `${problem.message} Pressing the button again can’t book you twice.` },
    unsure,
  }
}

function refusedOf(error: unknown): RefusedSessions['sessions'] {
  const details = error instanceof ApiError ? error.details : undefined
  if (typeof details !== 'object' || details === null || !('sessions' in details)) return []
  return (details as RefusedSessions).sessions
}
