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
  subject: 'Reset your {{facility.name}} password',
  html: `<h1>Choose a new password</h1>
<p>Hi {{full_name}},</p>
<p>We were asked to reset the password of your {{facility.name}} account. The link works once, and only for a short
time.</p>
<p class="action"><a class="button" href="{{reset_url}}">Set a new password</a></p>
<p class="aside">If the button does not work, open this link:<br><a href="{{reset_url}}">{{reset_url}}</a></p>
<p class="aside">You did not ask for this? Then ignore this message. Your password stays as it is.</p>`,
  text: `Hi {{full_name}},

We were asked to reset the password of your {{facility.name}} account.
The link works once, and only for a short time:

{{reset_url}}

You did not ask for this? Then ignore this message. Your password stays as it is.`,
}

export interface InvitationData {
  readonly full_name: string
  readonly password_url: string
}

/** Goes to a person for whom staff made an account: the link with which they choose a password. */
export const invitation: MessageTemplate<InvitationData> = {
  description: 'Invites somebody for whom staff made an account to choose a password.',
  sample: {
    full_name: 'Jo Slugger',
    password_url: 'https://cages.example/auth#access_token=abc&type=invite',
  },
  required: ['password_url'],
  secret: true,
  subject: 'Your account at {{facility.name}}',
  html: `<h1>Welcome to {{facility.name}}</h1>
<p>Hi {{full_name}},</p>
<p>We made an account for you. Choose your password, and you can see your bookings, book cages and lessons, and sign up for
classes and camps. The link works once, for a week.</p>
<p class="action"><a class="button" href="{{password_url}}">Choose your password</a></p>
<p class="aside">If the button does not work, open this link:<br><a href="{{password_url}}">{{password_url}}</a></p>
<p class="aside">You do not know why you got this? Call us at {{facility.phone}}, or ignore it: nobody can sign in before a
password is chosen.</p>`,
  text: `Hi {{full_name}},

We made an account for you at {{facility.name}}. Choose your password, and you can see your bookings, book cages
and lessons, and sign up for classes and camps. The link works once, for a week:

{{password_url}}

You do not know why you got this? Call us at {{facility.phone}}, or ignore it: nobody can sign in before a
password is chosen.`,
}

export interface SecondFactorChangedData {
  readonly full_name: string
  /** What is different from now on, in a sentence. */
  readonly change_line: string
}

/** Warns the owner of the account. */
export const secondFactorChanged: MessageTemplate<SecondFactorChangedData> = {
  description: 'Tells the owner of an account that its two-step sign-in was turned on, off or reset.',
  sample: {
    full_name: 'Jo Slugger',
    change_line: 'From now on a code from your authenticator app is asked for after the password.',
  },
  required: ['change_line'],
  subject: 'Two-step sign-in of your {{facility.name}} account',
  html: `<h1>Two-step sign-in was changed</h1>
<p>Hi {{full_name}},</p>
<p>The two-step sign-in of your {{facility.name}} account has just been changed. {{change_line}} If that was you, there is
nothing to do.</p>
<p>It was not you? Change your password, and call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}},

The two-step sign-in of your {{facility.name}} account has just been changed.
{{change_line}}
If that was you, there is nothing to do.

It was not you? Change your password, and call us at {{facility.phone}}.`,
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
  values: (data) => ({ devices_line: 'Every device has been signed out.', ...data }),
  required: ['reset_url'],
  subject: 'Your {{facility.name}} password was changed',
  html: `<h1>Your password was changed</h1>
<p>Hi {{full_name}},</p>
<p>The password of your {{facility.name}} account has just been changed. {{devices_line}} If that was you, there is
nothing to do.</p>
<p>It was not you? <a href="{{reset_url}}">Reset the password now</a>, and call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}},

The password of your {{facility.name}} account has just been changed. {{devices_line}}
If that was you, there is nothing to do.

It was not you? Reset the password now, and call us at {{facility.phone}}:

{{reset_url}}`,
}
