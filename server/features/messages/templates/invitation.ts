import type { MessageTemplate } from './template.ts'

export interface InvitationData {
  readonly full_name: string
  readonly password_url: string
}

/** Goes to a person for whom staff made an account: the link with which they set a password. */
export const invitation: MessageTemplate<InvitationData> = {
  description: 'Invites somebody for whom staff made an account to set a password.',
  sample: {
    full_name: 'Jo Slugger',
    password_url: 'https://cages.example/auth#access_token=abc&type=recovery',
  },
  required: ['password_url'],
  secret: true,
  subject: 'Your account at {{facility.name}}',
  html: `<h1>Welcome to {{facility.name}}</h1>
<p>Hi {{full_name}},</p>
<p>We made an account for you. Set a password, and you can see your bookings, book cages and lessons, and sign up for
classes and camps. The link works once, for a week.</p>
<p class="action"><a class="button" href="{{password_url}}">Set a password</a></p>
<p class="aside">If the button does not work, open this link:<br><a href="{{password_url}}">{{password_url}}</a></p>
<p class="aside">You do not know why you got this? Call us at {{facility.phone}}, or ignore it: nobody can sign in before a
password is set.</p>`,
  text: `Hi {{full_name}},

We made an account for you at {{facility.name}}. Set a password, and you can see your bookings, book cages and
lessons, and sign up for classes and camps. The link works once, for a week:

{{password_url}}

You do not know why you got this? Call us at {{facility.phone}}, or ignore it: nobody can sign in before a
password is set.`,
}
