import { preparedLines } from '../editing/templateVariables.ts'
import { aside, heading, message, paragraph, preparedRows, questions, ticket, total } from './blocks.ts'
import type { MessageTemplate } from './template.ts'
import { escapeHtml } from './template.ts'

export interface PaymentReceiptData {
  readonly full_name: string
  /** e.g. 'R-1A2B3C4D'. */
  readonly receipt_number: string
  /** The day, e.g. 'Tuesday, November 24, 2026'. */
  readonly paid_on: string
  readonly lines: readonly {
    /** e.g. 'Cage 2, Tue, Nov 24, 4:00–5:00 PM'. */
    readonly description: string
    readonly amount: string
  }[]
  readonly total: string
  /** e.g. 'Cash'. */
  readonly method: string
}

export const paymentReceipt: MessageTemplate<PaymentReceiptData> = {
  description: 'The receipt of a payment, where the front desk sends it.',
  sample: {
    full_name: 'Jo Slugger',
    receipt_number: 'R-1A2B3C4D',
    paid_on: 'Tuesday, November 24, 2026',
    lines: [{ description: 'Cage 2, Tue, Nov 24, 4:00–5:30 PM', amount: '$45.00' }],
    total: '$45.00',
    method: 'Cash',
  },
  required: ['lines', 'total'],
  values: (data) => ({
    ...data,
    lines: preparedLines(
      data.lines.map(({ description, amount }) => ({
        html: `<tr><td>${escapeHtml(description)}</td><td class="amount">${escapeHtml(amount)}</td></tr>`,
        text: `${description}: ${amount}`,
      })),
    ),
  }),
  ...message(
    'Receipt {{receipt_number}} from {{facility.name}}',
    heading('Your receipt'),
    paragraph('Hi {{first_name}}, thank you. This is your receipt of {{paid_on}}.'),
    ticket(preparedRows('lines'), total('Paid', 'total')),
    paragraph('{{method}}. Receipt {{receipt_number}}.'),
    aside('{{facility.name}}, {{facility.address}}. Questions? Call us at {{facility.phone}}.'),
  ),
}

export interface RefundByStaffData {
  readonly full_name: string
  /** What had been paid for. */
  readonly description: string
  /** How much goes back, and which way. */
  readonly refund_line: string
  /** Whether the place is kept, as a sentence. */
  readonly place_line: string
}

export const refundByStaff: MessageTemplate<RefundByStaffData> = {
  description: 'Says that the facility refunds a payment, in full or in part.',
  sample: {
    full_name: 'Jo Slugger',
    description: 'Cage 2, Tue, Nov 24, 4:00–5:30 PM',
    refund_line: '$45.00 goes back to the card you paid with.',
    place_line: 'What you booked stays as it is.',
  },
  required: ['refund_line'],
  ...message(
    'You get a refund from {{facility.name}}',
    heading('You get a refund'),
    paragraph('Hi {{first_name}}, {{refund_line}}'),
    paragraph('<strong>{{description}}</strong>'),
    paragraph('{{place_line}}'),
    questions,
  ),
}

export interface ReceiptVoidedData {
  readonly full_name: string
  readonly receipt_number: string
  /** What is not paid any more. */
  readonly description: string
  readonly amount: string
}

export const receiptVoided: MessageTemplate<ReceiptVoidedData> = {
  description: 'Says that a payment on a receipt was voided, to the address that has the receipt.',
  sample: {
    full_name: 'Jo Slugger',
    receipt_number: 'R-1A2B3C4D',
    description: 'Cage 2, Tue, Nov 24, 4:00–5:30 PM',
    amount: '$45.00',
  },
  required: ['receipt_number'],
  ...message(
    'Receipt {{receipt_number}} was corrected',
    heading('A payment was voided'),
    paragraph(
      'Hi {{first_name}}, our front desk voided a payment on receipt {{receipt_number}}. It no longer counts as paid:',
    ),
    paragraph('<strong>{{description}}: {{amount}}</strong>'),
    questions,
  ),
}
