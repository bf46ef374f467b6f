import type { MessageTemplate } from './template.ts'

export interface EmailChangeApproveData {
  readonly full_name: string
  readonly new_email: string
  readonly approve_url: string
  readonly reset_url: string
}

/** Goes to the address that an account has now: without its agreement the address stays. */
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
