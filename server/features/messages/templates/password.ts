import { aside, greeting, heading, leadingTo, linkBelow, linkButton, message, paragraph } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface ResetPasswordData {
  readonly full_name: string
  readonly reset_url: string
}

/** Carries the recovery link (spec 1 §2.9). */
export const resetPassword: MessageTemplate<ResetPasswordData> = {
  description: 'The link that sets a new password.',
  sample: { full_name: 'Jo Slugger', reset_url: 'https://cages.example/auth#access_token=abc&type=recovery' },
  required: ['reset_url'],
  secret: true,
  ...message(
    'Reset your {{facility.name}} password',
    heading('Choose a new password'),
    greeting,
    leadingTo(
      'We were asked to reset the password of your {{facility.name}} account. The link works once, and only for a short time.',
    ),
    linkButton('reset_url', 'Set a New Password'),
    linkBelow('reset_url'),
    aside('You didn’t ask for this? Then ignore this message. Your password stays as it is.'),
  ),
}

export interface InvitationData {
  readonly full_name: string
  readonly password_url: string
}

const chooseIt =
  'Choose your password, and you can see your bookings, book cages and lessons, and sign up for classes and camps. The link works once, for a week'

/** Goes to a person for whom staff made an account: the link with which they choose a password. */
export const invitation: MessageTemplate<InvitationData> = {
  description: 'Invites someone for whom staff made an account to choose a password.',
  sample: {
    full_name: 'Jo Slugger',
    password_url: 'https://cages.example/auth#access_token=abc&type=invite',
  },
  required: ['password_url'],
  secret: true,
  ...message(
    'Your account at {{facility.name}}',
    heading('Welcome to {{facility.name}}'),
    greeting,
    paragraph(
      `We made an account for you. ${chooseIt}.`,
      `We made an account for you at {{facility.name}}. ${chooseIt}:`,
    ),
    linkButton('password_url', 'Choose Your Password'),
    linkBelow('password_url'),
    aside(
      'You don’t know why you got this? Call us at {{facility.phone}}, or ignore it: nobody can log in before a password is chosen.',
    ),
  ),
}

export interface SecondFactorChangedData {
  readonly full_name: string
  /** What is different from now on, in a sentence. */
  readonly change_line: string
}

/** Warns the owner of the account. */
export const secondFactorChanged: MessageTemplate<SecondFactorChangedData> = {
  description: 'Tells the owner of an account that its two-step login was turned on, off or reset.',
  sample: {
    full_name: 'Jo Slugger',
    change_line: 'From now on a code from your authenticator app is asked for after the password.',
  },
  required: ['change_line'],
  ...message(
    'Two-step login of your {{facility.name}} account',
    heading('Two-step login was changed'),
    greeting,
    paragraph(
      'The two-step login of your {{facility.name}} account has just been changed. {{change_line}} If that was you, there is nothing to do.',
    ),
    paragraph('This wasn’t you? Change your password, and call us at {{facility.phone}}.'),
  ),
}

export interface PasswordChangedData {
  readonly full_name: string
  readonly reset_url: string
  /** A sentence about the other devices; 'Every device has been signed out.' if omitted. */
  readonly devices_line?: string
}

/** Warns the owner of the account. */
export const passwordChanged: MessageTemplate<PasswordChangedData> = {
  description: 'Tells the owner of an account that its password was changed.',
  sample: { full_name: 'Jo Slugger', reset_url: 'https://cages.example/auth?mode=reset-password' },
  values: (data) => ({ devices_line: 'Every device has been logged out.', ...data }),
  required: ['reset_url'],
  ...message(
    'Your {{facility.name}} password was changed',
    heading('Your password was changed'),
    greeting,
    paragraph(
      'The password of your {{facility.name}} account has just been changed. {{devices_line}} If that was you, there is nothing to do.',
    ),
    paragraph(
      'This wasn’t you? <a href="{{reset_url}}">Reset the password now</a>, and call us at {{facility.phone}}.',
      'This wasn’t you? Reset the password now, and call us at {{facility.phone}}:\n\n{{reset_url}}',
    ),
  ),
}
