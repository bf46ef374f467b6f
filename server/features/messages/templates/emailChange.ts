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
  subject: 'Do you want to change your {{facility.name}} email?',
  html: `<h1>Change your email?</h1>
<p>Hi {{full_name}},</p>
<p>Someone, most likely you, asked to change the email of your {{facility.name}} account to
<strong>{{new_email}}</strong>. It changes once you agree here and confirm the link that we sent to the new
address, within 24 hours.</p>
<p class="action"><a class="button" href="{{approve_url}}">Look at the change</a></p>
<p class="aside">If the button does not work, open this link:<br><a href="{{approve_url}}">{{approve_url}}</a></p>
<p class="aside">It was not you? Then do not agree, and <a href="{{reset_url}}">choose a new password</a>: whoever asked
knows yours.</p>`,
  text: `Hi {{full_name}},

Someone, most likely you, asked to change the email of your {{facility.name}} account to {{new_email}}.
It changes once you agree here and confirm the link that we sent to the new address, within 24 hours:

{{approve_url}}

It was not you? Then do not agree, and choose a new password, because whoever asked knows yours:

{{reset_url}}`,
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
  subject: 'Confirm your new email for {{facility.name}}',
  html: `<h1>Confirm your new email</h1>
<p>Someone, most likely you, wants to use {{new_email}} for an account at {{facility.name}}. Confirm it here, and
agree in the message that went to the present address, within 24 hours.</p>
<p class="action"><a class="button" href="{{confirm_url}}">Confirm this email</a></p>
<p class="aside">If the button does not work, open this link:<br><a href="{{confirm_url}}">{{confirm_url}}</a></p>
<p class="aside">It was not you? Then ignore this message and nothing will happen.</p>`,
  text: `Someone, most likely you, wants to use {{new_email}} for an account at {{facility.name}}.
Confirm it here, and agree in the message that went to the present address, within 24 hours:

{{confirm_url}}

It was not you? Then ignore this message and nothing will happen.`,
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
  subject: 'Your {{facility.name}} email was changed',
  html: `<h1>Your email was changed</h1>
<p>Hi {{full_name}},</p>
<p>From now on you sign in at {{facility.name}} with <strong>{{new_email}}</strong>, and our messages go there. Your other
devices have been signed out.</p>
<p>It was not you? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}},

From now on you sign in at {{facility.name}} with {{new_email}}, and our messages go there.
Your other devices have been signed out.

It was not you? Call us at {{facility.phone}}.`,
}
