/** The states of a payment form (spec 1 §4), as data: what may follow what. */
export const paymentTransitions = {
  idle: ['processing', 'succeeded', 'failed', 'blocked'],
  processing: ['processing', 'idle', 'succeeded', 'failed', 'blocked'],
  failed: ['processing', 'idle', 'succeeded', 'failed', 'blocked'],
  blocked: ['processing', 'idle', 'succeeded', 'failed'],
  // Final: later answers cannot undo a payment.
  succeeded: [],
} as const satisfies Record<string, readonly string[]>

export type PaymentStatus = keyof typeof paymentTransitions

/** What a person can do about a failure. */
export type Recovery =
  /** The card was refused: press again, with this card or another one. */
  | 'card'
  /** Press again: it is not known that anything is wrong with the card. */
  | 'again'
  /** Go on with the bank's check that was left. */
  | 'authentication'
  /** Ask our server again: the money has been taken, and the booking is not confirmed yet. */
  | 'confirmation'
  /** Go on with the card that the provider keeps: what it was kept for did not work. */
  | 'setup'
  /** Start again: this payment cannot be used any more. */
  | 'restart'
  /** Nothing: the money is refunded. */
  | 'refunded'

/** What a processing form waits for: the card's answer, a bank that takes its time, or our own confirmation. */
export type Waiting = 'card' | 'bank' | 'confirmation'

export type PaymentFormState =
  | { readonly status: 'idle' | 'succeeded' | 'blocked' }
  | { readonly status: 'processing'; readonly waiting: Waiting }
  | { readonly status: 'failed'; readonly message: string; readonly recovery: Recovery }

/** The next state, or the present one where the table does not allow that step. */
export function nextPaymentState(state: PaymentFormState, next: PaymentFormState): PaymentFormState {
  const allowed: readonly PaymentStatus[] = paymentTransitions[state.status]
  return allowed.includes(next.status) ? next : state
}

/** Whether the button that pays does anything. */
export const canPay = (state: PaymentFormState): boolean =>
  state.status === 'idle' || (state.status === 'failed' && ['card', 'again'].includes(state.recovery))

/** Whether the dialog must stay: the card is being charged, and leaving would hide how that ended. */
export const isCharging = (state: PaymentFormState): boolean =>
  state.status === 'processing' && state.waiting !== 'bank'

/** Whether nothing has been paid and nothing is on its way, so that giving up frees the place. */
export const canGiveUp = (state: PaymentFormState): boolean =>
  state.status === 'idle' ||
  state.status === 'blocked' ||
  (state.status === 'failed' && ['card', 'again', 'authentication', 'restart'].includes(state.recovery))

/** Whether the answer to a card may have been lost, so that nobody may say whether it was charged. */
export const mayBeCharged = (state: PaymentFormState): boolean =>
  state.status === 'blocked' || (state.status === 'failed' && state.recovery === 'again')

/** Whether the result of a charge is not known yet: the place is taken, and an e-mail gives the result. */
export const isUnsettled = (state: PaymentFormState): boolean =>
  state.status === 'processing' || (state.status === 'failed' && state.recovery === 'confirmation')
