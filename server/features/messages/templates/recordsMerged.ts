import { greeting, heading, message, paragraph } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface RecordsMergedData {
  readonly full_name: string
  /** Empty to the address with which they go on signing in. */
  readonly is_gone: string
}

/**
 * Tells the owners of both addresses that staff merged their records. It names no address: were the two not one person,
 * neither should learn of the other.
 */
export const recordsMerged: MessageTemplate<RecordsMergedData> = {
  description: 'Tells someone that the facility merged two records of theirs, at both addresses.',
  sample: { full_name: 'Jo Slugger', is_gone: 'yes' },
  required: [],
  ...message(
    'Your two records at {{facility.name}} are one now',
    heading('One record instead of two'),
    greeting,
    paragraph(
      '{{facility.name}} had two records of you and made them one. Your bookings, payments and people are all there. {{#if is_gone}}From now on you log in with your other email address; this one doesn’t log you in any more.{{else}}You log in with this email address as before.{{/if}}',
    ),
    paragraph(
      'You have no second record? Please call us at {{facility.phone}} today: for a day we can undo it.',
    ),
  ),
}
