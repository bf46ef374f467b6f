import { IconEye } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { contactMessagesQuery } from '../../../api/queries/messages.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { DataTable, OneLine } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import { ContactDrawer } from './ContactDrawer.tsx'
import classes from './Messages.module.css'
import { contactStateIn, contactStates, contactSubjects, type MessagesTabProps } from './messageStates.ts'

/** What visitors wrote by the contact form: search, state, replies. */
export function ContactTab({ search, show, open }: MessagesTabProps) {
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const state = contactStateIn(search.state)
  const messages = useInfiniteQuery({
    ...contactMessagesQuery({ search: search.search, state }),
    placeholderData: keepPreviousData,
  })
  // What is being written stays when the details are closed and opened again.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({})
  return (
    <>
      <FilterBar
        label="Search contact messages"
        placeholder="Name, address, phone or text"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={search.search || state ? () => show({ search: undefined, state: undefined }) : undefined}
      >
        <FilterSelect
          label="State"
          value={state ?? ''}
          onChange={(value) => show({ state: contactStateIn(value) })}
          data={[
            { value: '', label: 'All states' },
            ...Object.entries(contactStates).map(([value, label]) => ({ value, label })),
          ]}
        />
      </FilterBar>
      <DataTable
        label="Contact messages"
        list={pagedList(messages)}
        keyOf={({ id }) => id}
        title={{
          header: 'From',
          text: ({ name }) => name,
          below: ({ email, phone }) => <OneLine text={email ?? phone} />,
        }}
        columns={[
          { header: 'About', cell: ({ subject }) => contactSubjects[subject] },
          { header: 'Message', cell: ({ message }) => <OneLine text={message} /> },
          { header: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
          {
            header: 'Date',
            cell: ({ created_at }) => <span className={classes.when}>{whenText(created_at, zone)}</span>,
          },
        ]}
        onOpen={({ id }) => open(id)}
        actionsOf={({ id, email }) => [
          { label: email ? 'Read and Reply' : 'Read and Call', Icon: IconEye, onSelect: () => open(id) },
        ]}
        empty={
          <EmptyList
            title="No messages found"
            text={
              search.search || state
                ? 'Try another name, address or text, or another status.'
                : 'What visitors write on the contact page appears here.'
            }
          />
        }
      />
      <ContactDrawer
        id={search.open}
        zone={zone}
        onClose={() => open(undefined)}
        draftOf={(id) => drafts[id] ?? ''}
        onDraft={(id, text) => setDrafts((before) => ({ ...before, [id]: text }))}
      />
    </>
  )
}
