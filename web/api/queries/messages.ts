import type { ContactState } from '../../../shared/contract/messages/contactMessages.ts'
import type { MessageState } from '../../../shared/contract/messages/messageDelivery.ts'
import { readPages } from '../read.ts'

interface Filter<State> {
  search?: string | undefined
  state?: State | undefined
}

interface LogFilter extends Filter<MessageState> {
  /** A template's name. */
  kind?: string | undefined
  /** A facility day. */
  day?: string | undefined
}

/** Every message, page by page. */
export const messageLogQuery = ({ search, state, kind, day }: LogFilter) =>
  readPages('GET /api/admin/messages', { search_query: search, state, template: kind, day })

/** What visitors wrote, page by page. */
export const contactMessagesQuery = ({ search, state }: Filter<ContactState>) =>
  readPages('GET /api/admin/contact-messages', { search_query: search, state })
