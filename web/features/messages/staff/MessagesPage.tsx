import type { QueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQueries } from '../../../api/live.ts'
import { inboxQuery, messageLogQuery, undeliveredQuery } from '../../../api/queries/messages.ts'
import { touches } from '../../../api/touches.ts'
import { useReload } from '../../../api/useReload.ts'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { ToolbarPage } from '../../../ui/staff/ToolbarPage.tsx'
import { DeliveryTab } from './DeliveryTab.tsx'
import { Inbox } from './Inbox.tsx'
import classes from './Messages.module.css'
import {
  type MessagesSearch,
  type MessagesTabProps,
  messageStateIn,
  readMessagesSearch,
} from './messageStates.ts'

/** What the page shows first. */
export function prefetchMessages(queryClient: QueryClient, address: Readonly<Record<string, unknown>>): void {
  const { tab, search, state, kind, day } = readMessagesSearch(address)
  if (tab === 'sent') {
    const query = messageLogQuery({ search, state: messageStateIn(state), kind, day })
    return void queryClient.prefetchInfiniteQuery(query)
  }
  void queryClient.prefetchQuery(undeliveredQuery)
  void queryClient.prefetchInfiniteQuery(inboxQuery({ search, state: state === 'done' ? 'done' : 'open' }))
}

/** Messages for the desk: first what people wrote and what came back, behind it all mail that was sent. */
export function MessagesPage({ search: address }: { search: MessagesSearch }) {
  const search = readMessagesSearch({ ...address })
  const navigate = useNavigate({ from: '/admin/messages' })
  const refresh = useReload(touches.messages)
  useLiveQueries({ messages: touches.messages })
  const tab: MessagesTabProps = {
    search,
    show: (change) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    open: (id) => void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false }),
  }
  const isLog = search.tab === 'sent'
  return (
    <ToolbarPage
      title="Messages"
      refresh={refresh}
      isFilled={!isLog}
      context={
        <nav aria-label="Messages" className={classes.tabs}>
          <Link to="/admin/messages" search={{}} aria-current={isLog ? undefined : 'page'}>
            Inbox
          </Link>
          <Link to="/admin/messages" search={{ tab: 'sent' }} aria-current={isLog ? 'page' : undefined}>
            Sent Mail
          </Link>
        </nav>
      }
      tools={
        !isLog && (
          <FilterBar
            label="Search contact messages"
            placeholder="Name or words"
            search={search.search ?? ''}
            onSearch={(text) => tab.show({ search: text || undefined })}
          />
        )
      }
    >
      {isLog ? <DeliveryTab {...tab} /> : <Inbox search={search} />}
    </ToolbarPage>
  )
}
