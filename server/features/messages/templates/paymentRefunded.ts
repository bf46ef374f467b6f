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
    description: 'Cage 2, Tue Nov 24, 4:00 PM - 5:30 PM',
    reason_line:
      'The payment came when the time it was held for was over, and the place had been taken by someone else.',
  },
  required: ['amount'],
  subject: 'Your money is on its way back: {{amount}}',
  html: `<h1>We are sending your money back</h1>
<p>Hi {{full_name}}, we are sending {{amount}} back to your card. It takes your bank a few days to show it.</p>
<p><strong>{{description}}</strong></p>
<p>{{reason_line}} Nothing was booked for this payment.</p>
<p class="aside">Questions? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, we are sending {{amount}} back to your card. It takes your bank a few days to show it.

{{description}}

{{reason_line}} Nothing was booked for this payment.

Questions? Call us at {{facility.phone}}.`,
}
