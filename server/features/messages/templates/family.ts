import { aside, greeting, heading, linkBelow, linkButton, message, paragraph } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

export interface FamilyInvitationData {
  readonly invited_by: string
  /** First names only, e.g. 'Mia and Leo'. */
  readonly people: string
  readonly invitation_url: string
  readonly expires_on: string
}

/** Goes to an address that may have no account: the link with which an adult joins another one. */
export const familyInvitation: MessageTemplate<FamilyInvitationData> = {
  description: 'Invites another adult to look after some people of a family.',
  sample: {
    invited_by: 'Jo Slugger',
    people: 'Mia and Leo',
    invitation_url: 'https://cages.example/family-invitation#token=abc',
    expires_on: 'Tue, Dec 1',
  },
  required: ['invitation_url'],
  secret: true,
  ...message(
    '{{invited_by}} invites you to manage bookings for {{people}}',
    heading('Look after {{people}} together'),
    paragraph(
      '{{invited_by}} invites you to manage the bookings of {{people}} at {{facility.name}}. You will both see what is booked for {{people}}, and can book, move, cancel and pay.',
    ),
    linkButton('invitation_url', 'See the Invitation'),
    paragraph(
      'The link works until {{expires_on}}. You log in or create an account with this email address.',
    ),
    linkBelow('invitation_url'),
    aside('You don’t know {{invited_by}}? Then ignore this message, and nothing happens.'),
  ),
}

export interface FamilyAdultData {
  readonly full_name: string
  /** The adult who joined or left. */
  readonly adult_name: string
  readonly people: string
  readonly family_url: string
}

const sample: FamilyAdultData = {
  full_name: 'Jo Slugger',
  adult_name: 'Casey Pitcher',
  people: 'Mia',
  family_url: 'https://cages.example/account',
}

/** Tells the adults of someone that another adult accepted an invitation. */
export const familyAdultJoined: MessageTemplate<FamilyAdultData> = {
  description: 'Tells the adults of someone that another adult has joined.',
  sample,
  required: [],
  ...message(
    '{{adult_name}} now manages bookings for {{people}} too',
    heading('{{adult_name}} has joined'),
    greeting,
    paragraph(
      '{{adult_name}} accepted the invitation and now sees what is booked for {{people}} at {{facility.name}}, and can book, move, cancel and pay.',
    ),
    paragraph(
      'You didn’t expect this? You find the adults of everybody in <a href="{{family_url}}">your family</a>.',
      'You didn’t expect this? You find the adults of everybody in your family: {{family_url}}',
    ),
  ),
}

/** Tells the adults of someone that one of them left or was removed. */
export const familyAdultLeft: MessageTemplate<FamilyAdultData> = {
  description: 'Tells the adults of someone that one of them left or was removed.',
  sample,
  required: [],
  ...message(
    '{{adult_name}} no longer manages bookings for {{people}}',
    heading('{{adult_name}} no longer manages bookings for {{people}}'),
    greeting,
    paragraph(
      '{{adult_name}} no longer sees, books or changes anything for {{people}} at {{facility.name}}. What is booked stays booked, and you manage it as before.',
    ),
    paragraph('<a href="{{family_url}}">Your family</a>'),
  ),
}

const noteChanged =
  '{{adult_name}} changed what {{facility.name}} should know about the health of {{people}}. Please check that it is right'

/** Tells the other adults of someone that the medical note is another one; never what it says. */
export const familyNoteChanged: MessageTemplate<FamilyAdultData> = {
  description: 'Tells the other adults of someone that the medical note was changed.',
  sample,
  required: [],
  ...message(
    '{{adult_name}} changed the medical note for {{people}}',
    heading('The medical note for {{people}} has changed'),
    greeting,
    paragraph(`${noteChanged}.`, `${noteChanged}: {{family_url}}`),
    paragraph('<a href="{{family_url}}">See the note</a>', ''),
  ),
}

export interface FamilyRemovedData {
  readonly full_name: string
  readonly people: string
}

/** Tells an adult that another one removed them. */
export const familyRemoved: MessageTemplate<FamilyRemovedData> = {
  description: 'Tells an adult that they no longer look after someone.',
  sample: { full_name: 'Casey Pitcher', people: 'Mia' },
  required: [],
  ...message(
    'You no longer manage bookings for {{people}}',
    heading('You no longer manage bookings for {{people}}'),
    greeting,
    paragraph(
      'You no longer see or change what is booked for {{people}} at {{facility.name}}. Your own bookings and your payments stay in your account.',
    ),
    paragraph('Was this a mistake? The other adult can invite you again.'),
  ),
}
