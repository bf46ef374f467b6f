import { aside, greeting, heading, linkBelow, linkButton, message, paragraph } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface WaiverSignedData {
  readonly full_name: string
  readonly waiver: string
  /** First names only, e.g. 'Mia and Leo'. */
  readonly people: string
  readonly signed_at: string
  readonly copy_url: string
}

/** Goes to the person who signed, with a link to the PDF of what was signed. */
export const waiverSigned: MessageTemplate<WaiverSignedData> = {
  description: 'Sent to the person who signed a waiver, with a copy of it.',
  sample: {
    full_name: 'Jo Slugger',
    waiver: 'Waiver and release',
    people: 'Mia and Leo',
    signed_at: 'Mon, Nov 23, 2:14 PM',
    copy_url: 'https://cages.example/api/waiver-copies/1?signature=abc',
  },
  required: ['copy_url'],
  // The link opens the copy without signing in.
  secret: true,
  ...message(
    'Your copy: {{waiver}}',
    heading('You signed: {{waiver}}'),
    greeting,
    paragraph('You signed for {{people}} on {{signed_at}}. This is your copy of the text and the signature.'),
    linkButton('copy_url', 'Download Your Copy'),
    linkBelow('copy_url'),
    aside('It is also in your account, under Profile.'),
  ),
}
