import type { MessageTemplate } from './template.ts'

export interface MembershipFrozenData {
  readonly full_name: string
  /** The first day of the freeze, as people read it, e.g. 'Thursday, December 24, 2026'. */
  readonly from_day: string
  /** The day of the next charge. */
  readonly until_day: string
  /** What is charged then, e.g. '$109.99'; empty where nothing is billed. */
  readonly amount: string
  readonly account_url: string
}

export const membershipFrozen: MessageTemplate<MembershipFrozenData> = {
  description: 'Tells a member that the membership is frozen, and from when to when.',
  sample: {
    full_name: 'Jo Slugger',
    from_day: 'Thursday, December 24, 2026',
    until_day: 'Wednesday, February 24, 2027',
    amount: '$109.99',
    account_url: 'https://cages.example/account?tab=profile',
  },
  required: ['from_day', 'until_day'],
  subject: 'Your {{facility.name}} membership is frozen until {{until_day}}',
  html: `<h1>Your membership takes a break</h1>
<p>Hi {{full_name}}, your Founders Unlimited membership is frozen.</p>
<table class="rows">
<tr><td><strong>From</strong></td><td>{{from_day}}</td></tr>
<tr><td><strong>Until</strong></td><td>{{until_day}}</td></tr>
</table>
<p>Meanwhile nothing is charged, and members' prices do not apply. Your founders spot stays yours.</p>
<p>On {{until_day}} it goes on by itself{{#if amount}}, with the next charge of {{amount}}{{/if}}.</p>
<p class="action"><a class="button" href="{{account_url}}">See your membership</a></p>
<p class="aside">Do you want to come back earlier? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, your Founders Unlimited membership is frozen.

From: {{from_day}}
Until: {{until_day}}

Meanwhile nothing is charged, and members' prices do not apply. Your founders spot stays yours.
On {{until_day}} it goes on by itself{{#if amount}}, with the next charge of {{amount}}{{/if}}.

Your membership: {{account_url}}

Do you want to come back earlier? Call us at {{facility.phone}}.`,
}

export interface MembershipUnfrozenData {
  readonly full_name: string
  /** As people read it; empty when it is not known, or nothing more is charged. */
  readonly next_billing_day: string
  /** e.g. '$109.99'; empty where nothing is billed. */
  readonly amount: string
  readonly book_url: string
}

export const membershipUnfrozen: MessageTemplate<MembershipUnfrozenData> = {
  description: 'Tells a member that the freeze of the membership is over.',
  sample: {
    full_name: 'Jo Slugger',
    next_billing_day: 'Thursday, December 24, 2026',
    amount: '$109.99',
    book_url: 'https://cages.example/book-cage',
  },
  required: ['next_billing_day'],
  subject: 'Your {{facility.name}} membership is no longer frozen',
  html: `<h1>Welcome back</h1>
<p>Hi {{full_name}}, the freeze of your Founders Unlimited membership is over, and members' prices apply.</p>
{{#if next_billing_day}}<p>The next charge{{#if amount}} of {{amount}}{{/if}} is on {{next_billing_day}}.</p>{{/if}}
<p class="action"><a class="button" href="{{book_url}}">Book a cage</a></p>`,
  text: `Hi {{full_name}}, the freeze of your Founders Unlimited membership is over, and members' prices apply.
{{#if next_billing_day}}
The next charge{{#if amount}} of {{amount}}{{/if}} is on {{next_billing_day}}.
{{/if}}
Book a cage: {{book_url}}`,
}

export interface MembershipCardLinkData {
  readonly full_name: string
  /** What is owed, as a sentence; empty when nothing is. */
  readonly owed_line: string
  /** Where another card can be entered. */
  readonly card_url: string
}

export const membershipCardLink: MessageTemplate<MembershipCardLinkData> = {
  description: 'The link to enter another card for a membership, sent by staff.',
  sample: {
    full_name: 'Jo Slugger',
    owed_line: '$109.99 is not paid yet and is charged to the new card.',
    card_url: 'https://cages.example/membership?card=update',
  },
  required: ['card_url'],
  subject: 'Update the card of your {{facility.name}} membership',
  html: `<h1>Update your card</h1>
<p>Hi {{full_name}}, here is the link to enter another card for your Founders Unlimited membership.</p>
{{#if owed_line}}<p>{{owed_line}}</p>{{/if}}
<p class="action"><a class="button" href="{{card_url}}">Update your card</a></p>
<p class="aside">Your card goes straight to our payment provider. We never see its number. Questions? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, here is the link to enter another card for your Founders Unlimited membership.
{{#if owed_line}}
{{owed_line}}
{{/if}}
Update your card: {{card_url}}

Your card goes straight to our payment provider. We never see its number. Questions? Call us at {{facility.phone}}.`,
}
