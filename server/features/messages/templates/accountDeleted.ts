import type { MessageTemplate } from './template.ts'

export interface AccountDeletedData {
  readonly full_name: string
}

/** The last message to somebody who deleted their account. */
export const accountDeleted: MessageTemplate<AccountDeletedData> = {
  description: 'Says goodbye to somebody whose account was deleted.',
  sample: { full_name: 'Jo Slugger' },
  required: [],
  secret: true,
  subject: 'Your {{facility.name}} account was deleted',
  html: `<h1>Goodbye, and good hitting</h1>
<p>Hi {{full_name}},</p>
<p>Your account at {{facility.name}} is deleted. Every device has been signed out, and bookings that were not paid yet are
canceled. What we must keep of payments no longer has your name.</p>
<p>It was not you? Call us at {{facility.phone}}. You are welcome back at any time: <a href="{{site_url}}">{{site_url}}</a></p>`,
  text: `Hi {{full_name}},

Your account at {{facility.name}} is deleted. Every device has been signed out, and bookings that were not paid
yet are canceled. What we must keep of payments no longer has your name.

It was not you? Call us at {{facility.phone}}. You are welcome back at any time: {{site_url}}`,
}
