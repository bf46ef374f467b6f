import type { MessageTemplate } from './template.ts'

export interface ConfirmEmailData {
  readonly full_name: string
  readonly confirm_url: string
}

/** Sent at sign-up: nobody signs in before following this link (decision 23). */
export const confirmEmail: MessageTemplate<ConfirmEmailData> = {
  description: 'The link that confirms a new account.',
  sample: { full_name: 'Jo Slugger', confirm_url: 'https://cages.example/confirm-email#token=abc' },
  required: ['confirm_url'],
  secret: true,
  subject: 'Confirm your email for {{facility.name}}',
  html: `<h1>One click and you are in</h1>
<p>Hi {{full_name}},</p>
<p>Welcome to {{facility.name}}. Confirm this email address to start booking cages.</p>
<p class="action"><a class="button" href="{{confirm_url}}">Confirm my email</a></p>
<p class="aside">If the button does not work, open this link:<br><a href="{{confirm_url}}">{{confirm_url}}</a></p>
<p class="aside">You did not sign up? Then ignore this message and nothing will happen.</p>`,
  text: `Hi {{full_name}},

Welcome to {{facility.name}}. Open this link to confirm your email address and start booking cages:

{{confirm_url}}

You did not sign up? Then ignore this message and nothing will happen.`,
}
