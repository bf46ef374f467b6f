import type { MessageTemplate } from './template.ts'

export interface ContactMessageData {
  readonly name: string
  readonly phone: string
  /** Empty when the visitor gave none. */
  readonly email: string
  /** What it is about, e.g. 'Team training'. */
  readonly subject: string
  readonly message: string
}

/** A message of the contact form, to the facility (decision 24). */
export const contactMessage: MessageTemplate<ContactMessageData> = {
  description: 'A message from the contact form, sent to the facility.',
  sample: {
    name: 'Dana Shortstop',
    phone: '(409) 555-0142',
    email: 'dana@example.com',
    subject: 'Team training',
    message: 'We are a team of twelve.\nDo you have two cages on Thursdays?',
  },
  required: ['message'],
  subject: '{{subject}}: message from {{name}}',
  html: `<h1>{{subject}}</h1>
<p><strong>{{name}}</strong> wrote through the contact form:</p>
<p class="quote">{{message}}</p>
<p>Phone: <a href="tel:{{phone}}">{{phone}}</a>{{#if email}}<br>Email: <a href="mailto:{{email}}">{{email}}</a>{{/if}}</p>
{{#if email}}<p class="aside">Answering this mail writes to {{email}}.</p>{{/if}}`,
  text: `{{name}} wrote through the contact form, about: {{subject}}

{{message}}

Phone: {{phone}}
{{#if email}}Email: {{email}} (answering this mail writes there)
{{/if}}`,
}
