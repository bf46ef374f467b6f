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
