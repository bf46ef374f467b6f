import type { MessageTemplate } from './template.ts'

export interface MembershipStartedData {
  readonly full_name: string
  /** What the first month cost, e.g. '$109.99'; empty while nothing is charged. */
  readonly amount: string
  /** As people read it, e.g. 'Thursday, December 24, 2026'. */
  readonly next_billing_day: string
  /** Empty when there is none. */
  readonly receipt_url: string
  readonly book_url: string
  readonly account_url: string
}

export const membershipStarted: MessageTemplate<MembershipStartedData> = {
  description: 'Welcomes a new member; also the receipt of the first month.',
  sample: {
    full_name: 'Jo Slugger',
    amount: '$109.99',
    next_billing_day: 'Thursday, December 24, 2026',
    receipt_url: 'https://cages.example/receipts/ch_example',
    book_url: 'https://cages.example/book-cage',
    account_url: 'https://cages.example/account?tab=profile',
  },
  required: ['next_billing_day'],
  subject: 'Welcome to the club: your {{facility.name}} membership',
  html: `<h1>You are in the club</h1>
<p>Hi {{full_name}}, your Founders Unlimited membership is active. Members' prices apply from now on.</p>
{{#if amount}}<table class="rows">
<tr><td><strong>First month</strong></td><td class="amount"><strong>{{amount}}</strong></td></tr>
</table>{{/if}}
<p>It renews on {{next_billing_day}}. You can cancel in <a href="{{account_url}}">your account</a> at any time.</p>
<p class="action"><a class="button" href="{{book_url}}">Book a cage</a></p>
{{#if receipt_url}}<p class="aside"><a href="{{receipt_url}}">View the receipt</a></p>{{/if}}`,
  text: `Hi {{full_name}}, your Founders Unlimited membership is active. Members' prices apply from now on.
{{#if amount}}
First month: {{amount}}
{{/if}}
It renews on {{next_billing_day}}. You can cancel in your account at any time: {{account_url}}

Book a cage: {{book_url}}
{{#if receipt_url}}
Receipt: {{receipt_url}}
{{/if}}`,
}
