import { aside, greeting, heading, leadingTo, linkBelow, linkButton, message, paragraph } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface EmailChangeApproveData {
  readonly full_name: string
  readonly new_email: string
  readonly approve_url: string
  readonly reset_url: string
}

/** Sent to the present address of an account: the address changes only after its approval. */
export const emailChangeApprove: MessageTemplate<EmailChangeApproveData> = {
  description: 'Asks the present address of an account to agree to a change of address.',
  sample: {
    full_name: 'Jo Slugger',
    new_email: 'jo.new@example.com',
    approve_url: 'https://cages.example/change-email#token=abc',
    reset_url: 'https://cages.example/auth?mode=reset-password',
  },
  required: ['approve_url'],
  secret: true,
  ...message(
    'Do you want to change your {{facility.name}} email?',
    heading('Change your email?'),
    greeting,
    leadingTo(
      'Someone, most likely you, asked to change the email of your {{facility.name}} account to <strong>{{new_email}}</strong>. It changes once you agree here and confirm the link that we sent to the new address, within 24 hours.',
    ),
    linkButton('approve_url', 'Review the Change'),
    linkBelow('approve_url'),
    aside(
      'This wasn’t you? Then don’t agree, and <a href="{{reset_url}}">choose a new password</a>: the person who asked knows yours.',
      'This wasn’t you? Then don’t agree, and choose a new password, because the person who asked knows yours:\n\n{{reset_url}}',
    ),
  ),
}

export interface EmailChangeConfirmData {
  readonly new_email: string
  readonly confirm_url: string
}

/** Sent to the new address, without a name: the address may have been mistyped. */
export const emailChangeConfirm: MessageTemplate<EmailChangeConfirmData> = {
  description: 'Asks the new address of an account to confirm a change of address.',
  sample: {
    new_email: 'jo.new@example.com',
    confirm_url: 'https://cages.example/change-email#token=abc',
  },
  required: ['confirm_url'],
  secret: true,
  ...message(
    'Confirm your new email for {{facility.name}}',
    heading('Confirm your new email'),
    leadingTo(
      'Someone, most likely you, wants to use {{new_email}} for an account at {{facility.name}}. Confirm it here, and agree in the message that went to the present address, within 24 hours.',
    ),
    linkButton('confirm_url', 'Confirm This Email'),
    linkBelow('confirm_url'),
    aside('This wasn’t you? Then ignore this message and nothing will happen.'),
  ),
}

export interface EmailChangedData {
  readonly full_name: string
  readonly new_email: string
}

/** Sent to both addresses. */
export const emailChanged: MessageTemplate<EmailChangedData> = {
  description: 'Tells the old and the new address of an account that the email was changed.',
  sample: { full_name: 'Jo Slugger', new_email: 'jo.new@example.com' },
  required: ['new_email'],
  ...message(
    'Your {{facility.name}} email was changed',
    heading('Your email was changed'),
    greeting,
    paragraph(
      'From now on you log in at {{facility.name}} with <strong>{{new_email}}</strong>, and our messages go there. Your other devices have been logged out.',
    ),
    paragraph('This wasn’t you? Call us at {{facility.phone}}.'),
  ),
}
