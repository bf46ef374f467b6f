import { aside, lines, message, paragraph, quoted } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface ContactReplyData {
  readonly name: string
  /** What a member of staff wrote. */
  readonly reply: string
  readonly staff_name: string
  /** What the visitor's message was about, e.g. 'Team training'. */
  readonly subject: string
  readonly message: string
  /** e.g. 'Tue, Nov 24'. */
  readonly sent_on: string
}

/** An answer to a message of the contact form (decision 24). */
export const contactReply: MessageTemplate<ContactReplyData> = {
  description: 'An answer of staff to a message from the contact form.',
  sample: {
    name: 'Dana Shortstop',
    reply: 'Thursday works well for us.\nCages 3 and 4 are free from 5 PM. Shall we keep them for you?',
    staff_name: 'Casey Frontdesk',
    subject: 'Team training',
    message: 'We are a team of twelve.\nDo you have two cages on Thursdays?',
    sent_on: 'Tue, Nov 24',
  },
  required: ['reply'],
  personal: true,
  ...message(
    'Re: {{subject}} at {{facility.name}}',
    paragraph('Hi {{name}},'),
    lines('reply'),
    paragraph('{{staff_name}}<br>{{facility.name}}'),
    aside('You wrote on {{sent_on}}:'),
    quoted('message'),
  ),
}
