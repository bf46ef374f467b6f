import { greeting, heading, message, paragraph } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface AccountDeletedData {
  readonly full_name: string
  /** What goes back to the card; empty for nothing. */
  readonly refund_line: string
}

/** The last message to a person whose account was deleted, by themselves or by staff. */
export const accountDeleted: MessageTemplate<AccountDeletedData> = {
  description: 'Says goodbye to someone whose account was deleted.',
  sample: { full_name: 'Jo Slugger', refund_line: '$20.00 goes back to the card that paid.' },
  required: [],
  secret: true,
  ...message(
    'Your {{facility.name}} account was deleted',
    heading('Goodbye, and good hitting'),
    greeting,
    paragraph(
      'Your account at {{facility.name}} is deleted. Every device has been logged out, and bookings that were still to come are canceled.{{#if refund_line}} {{refund_line}}{{/if}} What we must keep of payments no longer has your name.',
    ),
    paragraph(
      'This wasn’t you? Call us at {{facility.phone}}. You are welcome back at any time: <a href="{{site_url}}">{{site_url}}</a>',
    ),
  ),
}
