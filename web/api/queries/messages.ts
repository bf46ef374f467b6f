import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ContactState } from '../../../shared/contract/messages/contactMessages.ts'
import type { MessageState } from '../../../shared/contract/messages/messageDelivery.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'
import { dashboardKey } from './dashboard.ts'

/** The delivery log and what visitors wrote. */
export const messagesKey = [...queryKeys.staff, 'messages']

export interface LogFilter {
  search?: string | undefined
  state?: MessageState | undefined
  template?: string | undefined
  /** A facility day. */
  day?: string | undefined
}

/** Every message, page by page. */
export const messageLogQuery = ({ search, state, template, day }: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey, 'log', { search, state, template, day }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(search && { search_query: search }),
        ...(state && { state }),
        ...(template && { template }),
        ...(day && { day }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/admin/messages', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** One message and what it says. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, 'message', id],
    queryFn: ({ signal }) => call('GET /api/admin/messages/:message_id', { message_id: id }, { signal }),
    staleTime: 0,
  })

/** What visitors wrote, page by page. */
export const contactMessagesQuery = ({
  search,
  state,
}: {
  search?: string | undefined
  state?: ContactState | undefined
}) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey, 'contact', { search, state }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(search && { search_query: search }),
        ...(state && { state }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/admin/contact-messages', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** As many as the menu counts; more read '9+'. */
export const mostCounted = 9

/** How many messages of visitors nobody has answered yet, up to one more than the menu counts. */
export const newContactMessagesQuery = queryOptions({
  queryKey: [...messagesKey, 'contact', 'new'],
  queryFn: async ({ signal }) => {
    const query = { state: 'new' as const, page_size: String(mostCounted + 1) }
    const { items } = await call('GET /api/admin/contact-messages', query, { signal })
    return items.length
  },
})

/** One message of a visitor with its replies. */
export const contactMessageQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, 'contact message', id],
    queryFn: ({ signal }) =>
      call('GET /api/admin/contact-messages/:contact_message_id', { contact_message_id: id }, { signal }),
    staleTime: 0,
  })

/** The dashboard counts what failed and what is new. */
export const refreshMessages = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([messagesKey, dashboardKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
