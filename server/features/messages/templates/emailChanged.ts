import type { MessageTemplate } from './template.ts'

export interface EmailChangedData {
  readonly full_name: string
  readonly new_email: string
}

/** Tells both addresses, whoever of the two is reading. */
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
