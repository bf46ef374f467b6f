import { aside, heading, message, paragraph, quoted, when } from './blocks.ts'
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
  ...message(
    '{{subject}}: message from {{name}}',
    heading('{{subject}}'),
    paragraph(
      '<strong>{{name}}</strong> wrote through the contact form:',
      '{{name}} wrote through the contact form, about: {{subject}}',
    ),
    quoted('message'),
    paragraph(
      'Phone: <a href="tel:{{phone}}">{{phone}}</a>{{#if email}}<br>Email: <a href="mailto:{{email}}">{{email}}</a>{{/if}}',
      'Phone: {{phone}}\n{{#if email}}Email: {{email}} (answering this mail writes there){{/if}}',
    ),
    when('email', aside('Answering this mail writes to {{email}}.', '')),
  ),
}
