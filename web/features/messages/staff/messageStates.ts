import { type ContactState, contactState } from '../../../../shared/contract/messages/contactMessages.ts'
import { type MessageState, messageState } from '../../../../shared/contract/messages/messageDelivery.ts'
import type { ContactSubject } from '../../../../shared/contract/messages/messages.ts'

/** What /admin/messages reads from its address. */
export interface MessagesSearch {
  tab?: 'contact' | undefined
  search?: string | undefined
  state?: string | undefined
  /** A template's name. */
  kind?: string | undefined
  /** A facility day. */
  day?: string | undefined
  /** The message whose details are open. */
  open?: string | undefined
}

export interface MessagesTabProps {
  search: MessagesSearch
  /** Changes filters; the details stay as they are. */
  show: (change: Partial<MessagesSearch>) => void
  open: (id: string | undefined) => void
}

/** What became of a message, in the order of the filter. */
export const messageStates: Readonly<Record<MessageState, string>> = {
  waiting: 'Waiting',
  withheld: 'Can still be undone',
  sent: 'Sent',
  failed: 'Failed',
  dismissed: 'Left undelivered',
}

export const contactStates: Readonly<Record<ContactState, string>> = {
  new: 'New',
  replied: 'Replied',
  done: 'Done',
}

export const contactSubjects: Readonly<Record<ContactSubject, string>> = {
  'cage-rental': 'Cage rental',
  'private-lessons': 'Private lessons',
  'team-training': 'Team training',
  'facility-tour': 'Facility tour',
  general: 'General question',
}

export const messageStateIn = (text: string | undefined): MessageState | undefined =>
  messageState.safeParse(text).data

export const contactStateIn = (text: string | undefined): ContactState | undefined =>
  contactState.safeParse(text).data
