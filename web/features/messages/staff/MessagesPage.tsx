import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQueries } from '../../../api/live.ts'
import { touches } from '../../../api/touches.ts'
import { useReload } from '../../../api/useReload.ts'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { ContactTab } from './ContactTab.tsx'
import { DeliveryTab } from './DeliveryTab.tsx'
import classes from './Messages.module.css'
import type { MessagesSearch, MessagesTabProps } from './messageStates.ts'

/** Messages for the desk: what was sent, and what visitors wrote. */
export function MessagesPage({ search }: { search: MessagesSearch }) {
  const navigate = useNavigate({ from: '/admin/messages' })
  const refresh = useReload(touches.messages)
  useLiveQueries({ messages: touches.messages })
  const tab: MessagesTabProps = {
    search,
    show: (change) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    open: (id) => void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false }),
  }
  return (
    <StaffPage title="Messages" refresh={refresh}>
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
