import { aside, heading, message, paragraph, questions, when } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface PaymentRefundedData {
  readonly full_name: string
  /** e.g. '$45.00'. */
  readonly amount: string
  /** What had been paid for. */
  readonly description: string
  /** Why it goes back, as a sentence. */
  readonly reason_line: string
}

export const paymentRefunded: MessageTemplate<PaymentRefundedData> = {
  description: 'Says that money goes back to the card because what it paid for could not be given.',
  sample: {
    full_name: 'Jo Slugger',
    amount: '$45.00',
    description: 'Cage 2, Tue, Nov 24, 4:00–5:30 PM',
    reason_line:
      'The payment came when the time it was held for was over, and the place had been taken by someone else.',
  },
  required: ['amount'],
  ...message(
    'Your money is on its way back: {{amount}}',
    heading('We are sending your money back'),
    paragraph(
      'Hi {{first_name}}, we’re sending {{amount}} back to your card. It takes your bank a few days to show it.',
    ),
    paragraph('<strong>{{description}}</strong>'),
    paragraph('{{reason_line}} Nothing was booked for this payment.'),
    questions,
  ),
}

export interface RefundSentData {
  readonly full_name: string
  /** e.g. '$45.00 goes back to the card you paid with.' */
  readonly refund_line: string
}

/** Names neither who takes part nor a time: its reader is no adult of the participant any more. */
export const refundSent: MessageTemplate<RefundSentData> = {
  description: 'Says that money goes back to a person who paid for a family that they have left since.',
  sample: { full_name: 'Jo Slugger', refund_line: '$45.00 goes back to the card you paid with.' },
  required: ['refund_line'],
  ...message(
    'You get a refund from {{facility.name}}',
    heading('You get a refund'),
    paragraph('Hi {{first_name}}, something that you paid for was canceled or changed. {{refund_line}}'),
    questions,
  ),
}

export interface RefundFailedData {
  readonly customer_name: string
  /** Empty when none is known. */
  readonly customer_email: string
  /** e.g. '$45.00'. */
  readonly amount: string
  /** What had been paid for. */
  readonly description: string
  /** The provider's word for it, e.g. 'expired_or_canceled_card'. */
  readonly reason: string
}

/** Tells the facility that a promised refund failed. */
export const refundFailed: MessageTemplate<RefundFailedData> = {
  description: 'Tells the facility that a refund failed, so that the customer gets the money in another way.',
  sample: {
    customer_name: 'Jo Slugger',
    customer_email: 'jo@example.com',
    amount: '$45.00',
    description: 'Cage 2, Tue, Nov 24, 4:00–5:30 PM',
    reason: 'expired_or_canceled_card',
  },
  required: ['amount', 'customer_name'],
  ...message(
    'A refund failed: {{amount}} to {{customer_name}}',
    heading('A refund failed'),
    paragraph(
      '{{amount}} couldn’t go back to the card of <strong>{{customer_name}}</strong>. Please give it back in another way.',
    ),
    paragraph('<strong>{{description}}</strong>'),
    paragraph('The payment provider says: {{reason}}'),
    when('customer_email', aside('Answering this mail writes to {{customer_email}}.')),
  ),
}
