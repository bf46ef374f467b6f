import type { MessageTemplate } from './template.ts'

export interface MembershipRenewedData {
  readonly full_name: string
  /** e.g. '$109.99'. */
  readonly amount: string
  /** As people read it; empty when the membership will not renew again. */
  readonly next_billing_day: string
  /** Empty when there is none. */
  readonly receipt_url: string
  readonly account_url: string
}

export const membershipRenewed: MessageTemplate<MembershipRenewedData> = {
  description: 'The receipt of a month of membership.',
  sample: {
    full_name: 'Jo Slugger',
    amount: '$109.99',
    next_billing_day: 'Thursday, December 24, 2026',
    receipt_url: 'https://cages.example/receipts/ch_example',
    account_url: 'https://cages.example/account?tab=payments',
  },
  required: ['amount'],
  subject: 'Your membership payment: {{amount}}',
  html: `<h1>Thank you for staying in the club</h1>
<p>Hi {{full_name}}, your card was charged {{amount}} for your Founders Unlimited membership.</p>
{{#if next_billing_day}}<p>The next payment is on {{next_billing_day}}.</p>{{/if}}
<p><a href="{{account_url}}">See all your payments</a>{{#if receipt_url}}, or <a href="{{receipt_url}}">view the receipt</a>{{/if}}.</p>`,
  text: `Hi {{full_name}}, your card was charged {{amount}} for your Founders Unlimited membership.
{{#if next_billing_day}}
The next payment is on {{next_billing_day}}.
{{/if}}
All your payments: {{account_url}}
{{#if receipt_url}}
Receipt: {{receipt_url}}
{{/if}}`,
}
