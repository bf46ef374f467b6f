import { type MessageState, messageState } from '../../../../shared/contract/messages/messageDelivery.ts'
import type { ContactSubject } from '../../../../shared/contract/messages/messages.ts'
import { readDay, readText } from '../../../components/searchValues.ts'

/** What /admin/messages reads from its address. */
export interface MessagesSearch {
  /** The log of all mail; else the inbox, of which `contact` is the older name. */
  tab?: 'sent' | 'contact' | undefined
  search?: string | undefined
  /** Of the log what became of a message, of the inbox `done` or `undelivered`. */
  state?: string | undefined
  /** A template's name. */
  kind?: string | undefined
  /** A facility day. */
  day?: string | undefined
  /** The message that is open: of the log, or of a visitor. */
  open?: string | undefined
  /** In the inbox: mail that came back. */
  mail?: string | undefined
}

/** The search of an address, whose values may be anything. */
export const readMessagesSearch = (search: { readonly [name: string]: unknown }): MessagesSearch => ({
  tab: search.tab === 'sent' ? 'sent' : undefined,
  search: readText(search.search),
  state: readText(search.state),
  kind: readText(search.kind),
  day: readDay(search.day),
  open: readText(search.open),
  mail: readText(search.mail),
})

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

export const contactSubjects: Readonly<Record<ContactSubject, string>> = {
  'cage-rental': 'Cage rental',
  'private-lessons': 'Private lessons',
  'team-training': 'Team training',
  'facility-tour': 'Facility tour',
  general: 'General question',
}

export const messageStateIn = (text: string | undefined): MessageState | undefined =>
  messageState.safeParse(text).data
