import type { MessageState } from '../../../shared/contract/messages/messageDelivery.ts'
import { read, readPages } from '../read.ts'

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

/** What visitors wrote: what is open, or done. */
export const inboxQuery = ({ search, state }: { search?: string | undefined; state: 'open' | 'done' }) =>
  readPages('GET /api/admin/contact-messages', { search_query: search, state, page_size: '50' })

/** Mail that came back and that nobody has left so; the newest fifty. */
export const undeliveredQuery = read('GET /api/admin/messages', { state: 'failed', page_size: '50' })
