import { createFileRoute } from '@tanstack/react-router'
import { contactMessagesQuery, messageLogQuery } from '../../api/queries/messages.ts'
import { readDay, readText } from '../../components/searchValues.ts'
import { MessagesPage } from '../../features/messages/staff/MessagesPage.tsx'
import {
  contactStateIn,
  type MessagesSearch,
  messageStateIn,
} from '../../features/messages/staff/messageStates.ts'

export const Route = createFileRoute('/admin/messages')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (search: Record<string, unknown>): MessagesSearch => ({
    tab: search.tab === 'contact' ? 'contact' : undefined,
    search: readText(search.search),
    state: readText(search.state),
    kind: readText(search.kind),
    day: readDay(search.day),
    open: readText(search.open),
  }),
  loaderDeps: ({ search: { tab, search, state, kind, day } }) => ({ tab, search, state, kind, day }),
  loader: ({ context: { queryClient }, deps: { tab, search, state, kind, day } }) => {
    if (tab === 'contact') {
      const query = contactMessagesQuery({ search, state: contactStateIn(state) })
      void queryClient.prefetchInfiniteQuery(query)
    } else {
      const query = messageLogQuery({ search, state: messageStateIn(state), kind, day })
      void queryClient.prefetchInfiniteQuery(query)
    }
  },
  component: Messages,
})

function Messages() {
  return <MessagesPage search={Route.useSearch()} />
}
