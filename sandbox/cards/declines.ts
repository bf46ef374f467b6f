/** The reasons for declines, with Stripe's codes and messages. */
export interface Decline {
  readonly code: string
  readonly declineCode?: string
  readonly message: string
  /** Declined before the bank is asked. */
  readonly blocked?: boolean
}

const refused = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})

export const declines = {
  generic: refused('generic_decline'),
  insufficientFunds: refused('insufficient_funds', 'Your card has insufficient funds.'),
  lost: refused('lost_card'),
  stolen: refused('stolen_card'),
  velocity: refused(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently.',
  ),
  blocked: { ...refused('fraudulent'), blocked: true },
  expired: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  incorrectCvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authenticationRequired: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  /** The cardholder failed or refused the authentication. */
  paymentAuthenticationFailed: {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  setupAuthenticationFailed: {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  /** A valid card number that is not a test card. */
  notATestCard: refused(
    'test_mode_live_card',
    'Your card was declined. This is a test of payments: use one of the test card numbers.',
  ),
} as const satisfies Record<string, Decline>
