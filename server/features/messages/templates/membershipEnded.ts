import type { MessageTemplate } from './template.ts'

export interface MembershipEndedData {
  readonly full_name: string
  /** Why it ended, as a sentence; empty when the member canceled it. */
  readonly reason_line: string
  readonly rejoin_url: string
}

export const membershipEnded: MessageTemplate<MembershipEndedData> = {
  description: 'Says that a membership has ended.',
  sample: {
    full_name: 'Jo Slugger',
    reason_line: 'We could not charge your card, so the membership has ended.',
    rejoin_url: 'https://cages.example/membership',
  },
  required: ['rejoin_url'],
  subject: 'Your {{facility.name}} membership has ended',
  html: `<h1>Your membership has ended</h1>
<p>Hi {{full_name}}, your Founders Unlimited membership is over. Thank you for having been part of the club.</p>
{{#if reason_line}}<p>{{reason_line}}</p>{{/if}}
<p>What you have booked stays booked, and you are welcome back while there are spots.</p>
<p class="action"><a class="button" href="{{rejoin_url}}">See the membership</a></p>`,
  text: `Hi {{full_name}}, your Founders Unlimited membership is over. Thank you for having been part of the club.
{{#if reason_line}}
{{reason_line}}
{{/if}}
What you have booked stays booked, and you are welcome back while there are spots: {{rejoin_url}}`,
}
