import { Tabs } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQueries } from '../../../api/live.ts'
import { messagesKey, refreshMessages } from '../../../api/queries/messages.ts'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { ContactTab } from './ContactTab.tsx'
import { DeliveryTab } from './DeliveryTab.tsx'
import classes from './Messages.module.css'
import type { MessagesSearch, MessagesTabProps } from './messageStates.ts'

/** Messages for the desk: what was sent, and what visitors wrote. */
export function MessagesPage({ search }: { search: MessagesSearch }) {
  const navigate = useNavigate({ from: '/admin/messages' })
  const queryClient = useQueryClient()
  const isFetching = useIsFetching({ queryKey: messagesKey }) > 0
  useLiveQueries({ messages: [messagesKey] })
  const tab: MessagesTabProps = {
    search,
    show: (change) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    open: (id) => void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false }),
  }
  return (
    <StaffPage title="Messages" refresh={{ onRefresh: () => void refreshMessages(queryClient), isFetching }}>
      <Tabs
        value={search.tab ?? 'delivery'}
        onChange={(value) =>
          void navigate({ search: value === 'contact' ? { tab: 'contact' } : {}, resetScroll: false })
        }
        keepMounted={false}
        classNames={{ tab: classes.tab ?? '' }}
      >
        <Tabs.List>
          <Tabs.Tab value="delivery">Delivery Log</Tabs.Tab>
          <Tabs.Tab value="contact">Contact Messages</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="delivery" className={classes.panel ?? ''}>
          <DeliveryTab {...tab} />
        </Tabs.Panel>
        <Tabs.Panel value="contact" className={classes.panel ?? ''}>
          <ContactTab {...tab} />
        </Tabs.Panel>
      </Tabs>
    </StaffPage>
  )
}
