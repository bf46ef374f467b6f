import { aside, button, heading, message, paragraph, quote, row, sentence, ticket, when } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface MembershipStartedData {
  readonly full_name: string
  /** What the first month cost, e.g. '$109.99'; empty while nothing is charged. */
  readonly amount: string
  /** As people read it, e.g. 'Thu, Dec 24'. */
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
    next_billing_day: 'Thu, Dec 24',
    receipt_url: 'https://cages.example/receipts/ch_example',
    book_url: 'https://cages.example/book-cage',
    account_url: 'https://cages.example/account?tab=profile',
  },
  required: ['next_billing_day'],
  ...message(
    'Welcome to the club: your {{facility.name}} membership',
    heading('You are in the club'),
    paragraph(
      "Hi {{first_name}}, your Founders Unlimited membership is active. Members' prices apply from now on.",
    ),
    when(
      'amount',
      ticket(row(['<strong>First month</strong>', '<strong>{{amount}}</strong>'], 'First month: {{amount}}')),
    ),
    paragraph(
      'It renews on {{next_billing_day}}. You can cancel in <a href="{{account_url}}">your account</a> at any time.',
      'It renews on {{next_billing_day}}. You can cancel in your account at any time: {{account_url}}',
    ),
    button('book_url', 'Book a Cage'),
    when('receipt_url', aside('<a href="{{receipt_url}}">View the receipt</a>', 'Receipt: {{receipt_url}}')),
  ),
}

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
    next_billing_day: 'Thu, Dec 24',
    receipt_url: 'https://cages.example/receipts/ch_example',
    account_url: 'https://cages.example/account?tab=payments',
  },
  required: ['amount'],
  ...message(
    'Your membership payment: {{amount}}',
    heading('Thank you for staying in the club'),
    paragraph('Hi {{first_name}}, your card was charged {{amount}} for your Founders Unlimited membership.'),
    when('next_billing_day', paragraph('The next payment is on {{next_billing_day}}.')),
    paragraph(
      '<a href="{{account_url}}">See all your payments</a>{{#if receipt_url}}, or <a href="{{receipt_url}}">view the receipt</a>{{/if}}.',
      'All your payments: {{account_url}}{{#if receipt_url}}\n\nReceipt: {{receipt_url}}{{/if}}',
    ),
  ),
}

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
  ...message(
    'We couldn’t charge your card for your {{facility.name}} membership',
    heading('Your card needs a look'),
    paragraph('Hi {{first_name}}, the payment for your Founders Unlimited membership didn’t go through.'),
    quote('reason'),
    when('stopped_line', paragraph('<strong>{{stopped_line}}</strong>')),
    button('mend_url', 'Update Your Card'),
    aside('Do you need help? Call us at {{facility.phone}}.'),
  ),
}

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
    end_day: 'Thu, Dec 24',
    charge_line: 'Nothing more will be charged.',
    keep_url: 'https://cages.example/membership',
  },
  required: ['end_day'],
  ...message(
    'Your {{facility.name}} membership will not renew',
    heading('Your membership will not renew'),
    paragraph(
      'Hi {{first_name}}, your cancellation is noted.{{#if end_day}} Your Founders Unlimited membership remains active until {{end_day}}.{{/if}} {{charge_line}}',
    ),
    paragraph(
      'Did you change your mind? Until then you can keep it with one click.',
      'Did you change your mind? Until then you can keep it: {{keep_url}}',
    ),
    button('keep_url', 'Keep My Membership', ''),
  ),
}

export interface MembershipEndedData {
  readonly full_name: string
  /** Why it ended, as a sentence; empty when the member canceled it. */
  readonly reason_line: string
  readonly rejoin_url: string
}

const welcomeBack = 'What you have booked stays booked, and you’re welcome back while there are spots'

export const membershipEnded: MessageTemplate<MembershipEndedData> = {
  description: 'Says that a membership has ended.',
  sample: {
    full_name: 'Jo Slugger',
    reason_line: 'We couldn’t charge your card, so the membership has ended.',
    rejoin_url: 'https://cages.example/membership',
  },
  required: ['rejoin_url'],
  ...message(
    'Your {{facility.name}} membership has ended',
    heading('Your membership has ended'),
    paragraph(
      'Hi {{first_name}}, your Founders Unlimited membership is over. Thank you for having been part of the club.',
    ),
    sentence('reason_line'),
    paragraph(`${welcomeBack}.`, `${welcomeBack}: {{rejoin_url}}`),
    button('rejoin_url', 'See the Membership', ''),
  ),
}
