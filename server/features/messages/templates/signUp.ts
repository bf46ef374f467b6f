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
  subject: 'You already have an account at {{facility.name}}',
  html: `<h1>You already have an account</h1>
<p>Hi {{full_name}},</p>
<p>Someone, most likely you, tried to create an account at {{facility.name}} with this email address. There is one
already, so just sign in.</p>
<p class="action"><a class="button" href="{{sign_in_url}}">Sign in</a></p>
<p>Forgot the password? <a href="{{reset_url}}">Choose a new one</a>.</p>
<p class="aside">It was not you? Then ignore this message. Your account has not changed.</p>`,
  text: `Hi {{full_name}},

Someone, most likely you, tried to create an account at {{facility.name}} with this email address.
There is one already, so just sign in:

{{sign_in_url}}

Forgot the password? Choose a new one:

{{reset_url}}

It was not you? Then ignore this message. Your account has not changed.`,
}
