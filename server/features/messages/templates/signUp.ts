import { aside, greeting, heading, leadingTo, linkBelow, linkButton, message, paragraph } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface ConfirmEmailData {
  readonly full_name: string
  readonly confirm_url: string
}

/** Sent at sign-up: signing in requires this link to be followed first (decision 23). */
export const confirmEmail: MessageTemplate<ConfirmEmailData> = {
  description: 'The link that confirms a new account.',
  sample: { full_name: 'Jo Slugger', confirm_url: 'https://cages.example/confirm-email#token=abc' },
  required: ['confirm_url'],
  secret: true,
  ...message(
    'Confirm your email for {{facility.name}}',
    heading('One click and you’re in'),
    greeting,
    paragraph(
      'Welcome to {{facility.name}}. Confirm this email address to start booking cages.',
      'Welcome to {{facility.name}}. Open this link to confirm your email address and start booking cages:',
    ),
    linkButton('confirm_url', 'Confirm My Email'),
    linkBelow('confirm_url'),
    aside('You didn’t sign up? Then ignore this message and nothing will happen.'),
  ),
}

export interface AccountExistsData {
  readonly full_name: string
  readonly sign_in_url: string
  readonly reset_url: string
}

/** Sent for a sign-up with a known address, so that the page does not reveal that it is known (decision 22). */
export const accountExists: MessageTemplate<AccountExistsData> = {
  description: 'Answers a sign-up with an address that has an account already.',
  sample: {
    full_name: 'Jo Slugger',
    sign_in_url: 'https://cages.example/auth',
    reset_url: 'https://cages.example/auth?mode=reset-password',
  },
  required: ['sign_in_url'],
  ...message(
    'You already have an account at {{facility.name}}',
    heading('You already have an account'),
    greeting,
    leadingTo(
      'Someone, most likely you, tried to create an account at {{facility.name}} with this email address. There is one already, so just log in.',
    ),
    linkButton('sign_in_url', 'Log In'),
    paragraph(
      'Forgot the password? <a href="{{reset_url}}">Choose a new one</a>.',
      'Forgot the password? Choose a new one:\n\n{{reset_url}}',
    ),
    aside('This wasn’t you? Then ignore this message. Your account hasn’t changed.'),
  ),
}
