import type { MessageTemplate } from './template.ts'

export interface MembershipCancelingData {
  readonly full_name: string
  /** The last day, as people read it; empty when it is not known. */
  readonly end_day: string
  /** What is still charged, e.g. 'Nothing more will be charged.'. */
  readonly charge_line: string
  /** Where the cancellation can be taken back. */
  readonly keep_url: string
}

export const membershipCanceling: MessageTemplate<MembershipCancelingData> = {
  description: 'Confirms that a membership will not renew.',
  sample: {
    full_name: 'Jo Slugger',
    end_day: 'Thursday, December 24, 2026',
    charge_line: 'Nothing more will be charged.',
    keep_url: 'https://cages.example/membership',
  },
  required: ['end_day'],
  subject: 'Your {{facility.name}} membership will not renew',
  html: `<h1>Your membership will not renew</h1>
<p>Hi {{full_name}}, your cancellation is noted.{{#if end_day}} Your Founders Unlimited membership remains active until {{end_day}}.{{/if}} {{charge_line}}</p>
<p>Did you change your mind? Until then you can keep it with one click.</p>
<p class="action"><a class="button" href="{{keep_url}}">Keep my membership</a></p>`,
  text: `Hi {{full_name}}, your cancellation is noted.{{#if end_day}} Your Founders Unlimited membership remains active until {{end_day}}.{{/if}} {{charge_line}}

Did you change your mind? Until then you can keep it: {{keep_url}}`,
}
