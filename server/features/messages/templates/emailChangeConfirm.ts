import type { MessageTemplate } from './template.ts'

export interface EmailChangeConfirmData {
  readonly new_email: string
  readonly confirm_url: string
}

/** Goes to the new address and names nobody: it may have been mistyped. */
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
