import { aside, button, heading, message, paragraph, row, sentence, ticket, when } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface MembershipFrozenData {
  readonly full_name: string
  /** The first day of the freeze, as people read it, e.g. 'Thu, Dec 24'. */
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
    from_day: 'Thu, Dec 24',
    until_day: 'Wed, Feb 24, 2027',
    amount: '$109.99',
    account_url: 'https://cages.example/account?tab=profile',
  },
  required: ['from_day', 'until_day'],
  ...message(
    'Your {{facility.name}} membership is frozen until {{until_day}}',
    heading('Your membership takes a break'),
    paragraph('Hi {{first_name}}, your Founders Unlimited membership is frozen.'),
    ticket(
      row(['From', '{{from_day}}'], 'From: {{from_day}}'),
      row(['Until', '{{until_day}}'], 'Until: {{until_day}}'),
    ),
    paragraph(
      "Meanwhile nothing is charged, and members' prices do not apply. Your founders spot stays yours.",
    ),
    paragraph(
      'On {{until_day}} it goes on by itself{{#if amount}}, with the next charge of {{amount}}{{/if}}.',
    ),
    button('account_url', 'See Your Membership', 'Your membership: {{account_url}}'),
    aside('Do you want to come back earlier? Call us at {{facility.phone}}.'),
  ),
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
    next_billing_day: 'Thu, Dec 24',
    amount: '$109.99',
    book_url: 'https://cages.example/book-cage',
  },
  required: ['next_billing_day'],
  ...message(
    'Your {{facility.name}} membership is no longer frozen',
    heading('Welcome back'),
    paragraph(
      "Hi {{first_name}}, the freeze of your Founders Unlimited membership is over, and members' prices apply.",
    ),
    when(
      'next_billing_day',
      paragraph('The next charge{{#if amount}} of {{amount}}{{/if}} is on {{next_billing_day}}.'),
    ),
    button('book_url', 'Book a Cage'),
  ),
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
    owed_line: '$109.99 isn’t paid yet and is charged to the new card.',
    card_url: 'https://cages.example/membership?card=update',
  },
  required: ['card_url'],
  ...message(
    'Update the card of your {{facility.name}} membership',
    heading('Update your card'),
    paragraph(
      'Hi {{first_name}}, here is the link to enter another card for your Founders Unlimited membership.',
    ),
    sentence('owed_line'),
    button('card_url', 'Update Your Card'),
    aside(
      'Your card goes straight to our payment provider. We never see its number. Questions? Call us at {{facility.phone}}.',
    ),
  ),
}
