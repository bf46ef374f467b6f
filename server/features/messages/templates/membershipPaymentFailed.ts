import type { MessageTemplate } from './template.ts'

export interface MembershipPaymentFailedData {
  readonly full_name: string
  /** Why, as the bank tells it, e.g. 'Your card has expired.'; empty when it tells nothing. */
  readonly reason: string
  /** A sentence once the membership has stopped for it; empty before. */
  readonly stopped_line: string
  /** Where another card can be given. */
  readonly mend_url: string
}

export const membershipPaymentFailed: MessageTemplate<MembershipPaymentFailedData> = {
  description: 'Tells a member that the monthly payment failed, and where to give another card.',
  sample: {
    full_name: 'Jo Slugger',
    reason: 'Your card has expired.',
    stopped_line: '',
    mend_url: 'https://cages.example/membership?card=update',
  },
  required: ['mend_url'],
  subject: 'We could not charge your card for your {{facility.name}} membership',
  html: `<h1>Your card needs a look</h1>
<p>Hi {{full_name}}, the payment for your Founders Unlimited membership did not go through.</p>
{{#if reason}}<p class="quote">{{reason}}</p>{{/if}}
{{#if stopped_line}}<p><strong>{{stopped_line}}</strong></p>{{/if}}
<p class="action"><a class="button" href="{{mend_url}}">Update your card</a></p>
<p class="aside">Do you need help? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, the payment for your Founders Unlimited membership did not go through.
{{#if reason}}
{{reason}}
{{/if}}
{{#if stopped_line}}
{{stopped_line}}
{{/if}}
Update your card: {{mend_url}}

Do you need help? Call us at {{facility.phone}}.`,
}
