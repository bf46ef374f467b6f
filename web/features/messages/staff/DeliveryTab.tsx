import { Button } from '@mantine/core'
import { IconEye, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoggedMessage } from '../../../../shared/contract/messages/messageDelivery.ts'
import { templateTitle } from '../../../../shared/domain/messages/templateNames.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { messageLogQuery } from '../../../api/queries/messages.ts'
import { touches } from '../../../api/touches.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { Text } from '../../../ui/layout.tsx'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterDay } from '../../../ui/staff/FilterDay.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { OneLine } from '../../../ui/staff/OneLine.tsx'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import { toast } from '../../../ui/toast.ts'
import { MessageDrawer } from './MessageDrawer.tsx'
import classes from './Messages.module.css'
import { type MessagesTabProps, messageStateIn, messageStates } from './messageStates.ts'

/** Every message with its state: search, filters, details, and sending again what failed. */
export function DeliveryTab({ search, show, open }: MessagesTabProps) {
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const state = messageStateIn(search.state)
  const filter = { search: search.search, state, kind: search.kind, day: search.day }
  const messages = useInfiniteQuery({ ...messageLogQuery(filter), placeholderData: keepPreviousData })
  const list = pagedList(messages)
  const first = messages.data?.pages[0]
  const hasFilter = search.search || state || search.kind || search.day
  return (
    <>
      <FilterBar
        label="Search messages"
        placeholder="Address, name or subject"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={
          hasFilter
            ? () => show({ search: undefined, state: undefined, kind: undefined, day: undefined })
            : undefined
        }
      >
        <FilterSelect
          label="Status"
          value={state ?? ''}
          onChange={(value) => show({ state: messageStateIn(value) })}
          data={[{ value: '', label: 'All statuses' }, ...optionsOf(messageStates)]}
        />
        <FilterSelect
          label="Kind"
          value={search.kind ?? ''}
          onChange={(value) => show({ kind: value || undefined })}
          data={[
            { value: '', label: 'All kinds' },
            ...(first?.templates ?? (search.kind ? [search.kind] : [])).map((name) => ({
              value: name,
              label: templateTitle(name),
            })),
          ]}
        />
        <FilterDay label="Day" value={search.day} onChange={(day) => show({ day })} />
        {first && first.failed > 0 && <ResendFailed failed={first.failed} />}
      </FilterBar>
      <DataTable
        label="Messages"
        list={list}
        keyOf={({ id }) => id}
        title={{
          header: 'Recipient',
          text: ({ recipient_name, to_email }) => recipient_name ?? to_email,
          below: ({ recipient_name, to_email }) => recipient_name && <OneLine text={to_email} />,
        }}
        columns={[
          {
            header: 'Subject',
            cell: ({ subject }) => (
              <Text as="span" breaks>
                {subject}
              </Text>
            ),
          },
          { header: 'Kind', cell: ({ template }) => templateTitle(template) },
          { header: 'Status', cell: (message) => <State message={message} zone={zone} /> },
          {
            header: 'Date',
            cell: ({ sent_at, created_at }) => (
              <span className={classes.when}>{whenText(sent_at ?? created_at, zone)}</span>
            ),
          },
        ]}
        onOpen={({ id }) => open(id)}
        actionsOf={(message) => [
          { label: 'View Details', Icon: IconEye, onSelect: () => open(message.id) },
          ...(message.can_resend || message.can_send_again
            ? [{ label: 'Send Again…', Icon: IconSend, onSelect: () => open(message.id) }]
            : []),
        ]}
        empty={
          hasFilter ? (
            <EmptyList
              title="No messages found"
              text="Try another address, name or subject, or another day or status."
            />
          ) : (
            <EmptyList
              title="No messages sent yet"
              text="Confirmations, reminders and receipts appear here as soon as the first is queued."
            />
          )
        }
      />
      <MessageDrawer id={search.open} onClose={() => open(undefined)} onOpen={open} zone={zone} />
    </>
  )
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** What became of it, and why it did not arrive. */
function State({ message, zone }: { message: LoggedMessage; zone: string }) {
  const { state, problem, attempts, next_attempt_at } = message
  return (
    <>
      <StatusBadge status={state} />
      {problem && (
        <Text as="span" tone="dim" size="sm" block>
          {problem}
        </Text>
      )}
      {state === 'waiting' && attempts > 0 && next_attempt_at && (
        <Text as="span" tone="dim" size="sm" block>
          Tried {attempts === 1 ? 'once' : `${attempts} times`}, next {whenText(next_attempt_at, zone)}
        </Text>
      )}
    </>
  )
}

/** Sends again everything that was given up, after asking. */
function ResendFailed({ failed }: { failed: number }) {
  // What failed later was not looked at.
  const [before, setBefore] = useState<string>()
  const what = failed === 1 ? '1 failed message' : `${failed} failed messages`
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={18} aria-hidden />}
        onClick={() => setBefore(new Date().toISOString())}
      >
        Resend Failed ({failed})
      </Button>
      <ConfirmAction
        of={before}
        onClose={() => setBefore(undefined)}
        asks={{
          title: `Resend ${what}?`,
          text: 'Each is tried again as if it were new. An address that does not exist fails once more: correct it with the person first, or leave that message.',
          label: 'Resend',
        }}
        send={(failed_before, once) => once('POST /api/admin/messages/resend-failed', { failed_before })}
        touches={touches.messages}
        onDone={({ message }) => toast.success(message)}
      />
    </>
  )
}
