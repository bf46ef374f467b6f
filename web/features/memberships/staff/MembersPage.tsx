import { IconEye, IconPlayerPause, IconUserCancel } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { StaffMembership } from '../../../../shared/contract/memberships/staffMemberships.ts'
import { memberStateNames, memberStates } from '../../../../shared/domain/memberships/memberLife.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffMembershipsQuery } from '../../../api/queries/staffMemberships.ts'
import { queryKeys } from '../../../api/queryKeys.ts'
import { readText } from '../../../components/searchValues.ts'
import { ExportButton } from '../../../components/staff/ExportButton.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { dateText } from '../../../components/staff/whenText.ts'
import { Text } from '../../../ui/layout.tsx'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { OneLine } from '../../../ui/staff/OneLine.tsx'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { MemberDetails } from './MemberDetails.tsx'
import { MembershipFigures } from './MembershipFigures.tsx'
import { type MemberTask, MemberTaskDialog } from './MemberTaskDialog.tsx'
import { comingText, memberStateOf } from './memberTexts.ts'

/** What /admin/membership reads from its address. */
export interface MembersSearch {
  search?: string | undefined
  state?: string | undefined
  /** The membership whose details are open. */
  open?: string | undefined
}

/** The address as the page reads it: what it does not know is left out. */
export const readMembersSearch = (raw: Record<string, unknown>): MembersSearch => ({
  search: readText(raw.search),
  state: readText(raw.state),
  open: readText(raw.open),
})

const membershipsKey = [...queryKeys.staff, 'memberships']

/** Members for staff: who they are, since when, what comes next, and what can be done about it. */
export function MembersPage({ search }: { search: MembersSearch }) {
  const navigate = useNavigate({ from: '/admin/membership' })
  const isAdmin = useIsAdmin()
  const zone = useQuery(facilityQuery).data?.time_zone
  const state = memberStateOf(search.state)
  const list = pagedList(
    useInfiniteQuery({
      ...staffMembershipsQuery({ search: search.search, state }),
      placeholderData: keepPreviousData,
    }),
  )
  useLiveQueries({ people: [membershipsKey], payments: [membershipsKey] })
  const [task, setTask] = useState<{ kind: MemberTask; id: string }>()
  const show = (change: Partial<MembersSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  const actionsOf = ({ id, allowed }: StaffMembership) => [
    { label: 'View Details', Icon: IconEye, onSelect: () => open(id) },
    ...(allowed.includes('freeze')
      ? [{ label: 'Freeze', Icon: IconPlayerPause, onSelect: () => setTask({ kind: 'freeze', id }) }]
      : []),
    ...(allowed.includes('end')
      ? [
          {
            label: 'End Membership',
            Icon: IconUserCancel,
            onSelect: () => setTask({ kind: 'end', id }),
            danger: true,
          },
        ]
      : []),
  ]
  return (
    <StaffPage title="Membership" refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}>
      <MembershipFigures />
      <FilterBar
        label="Search members"
        placeholder="Name, email or phone"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={search.search || state ? () => show({ search: undefined, state: undefined }) : undefined}
      >
        <FilterSelect
          label="Status"
          value={state ?? ''}
          onChange={(value) => show({ state: memberStateOf(value) })}
          data={[
            { value: '', label: 'All statuses' },
            ...memberStateNames.map((value) => ({ value, label: memberStates[value].label })),
          ]}
        />
        {isAdmin && (
          <ExportButton
            file="/api/admin/memberships.csv"
            query={{ search_query: search.search, state }}
            what="members"
          />
        )}
      </FilterBar>
      <DataTable
        label="Members"
        list={list}
        keyOf={({ id }) => id}
        title={{
          header: 'Member',
          text: ({ name }) => name,
          below: (membership) => (
            <>
              {membership.email && <OneLine text={membership.email} />}
              {zone && <div>{comingText(membership, zone)}</div>}
            </>
          ),
        }}
        columns={[
          { header: 'Email', isWide: true, cell: ({ email }) => email && <OneLine text={email} /> },
          { header: 'Status', cell: ({ state }) => <StatusBadge status={state} /> },
          {
            header: 'Since',
            cell: ({ since }) =>
              zone && (
                <Text as="span" nowrap>
                  {dateText(since, zone)}
                </Text>
              ),
          },
          {
            header: 'Price',
            cell: ({ monthly_price }) => (
              <Text as="span" nowrap>
                {monthly_price === null ? 'Not billed' : formatAmount(monthly_price)}
              </Text>
            ),
          },
          {
            header: 'Next',
            isWide: true,
            cell: (membership) => zone && <OneLine text={comingText(membership, zone)} />,
          },
        ]}
        dense={{ end: ({ state }) => <StatusBadge status={state} /> }}
        onOpen={({ id }) => open(id)}
        actionsOf={actionsOf}
        empty={
          <EmptyList
            title="No members found"
            text={
              search.search || state
                ? 'Try another name, email or phone number, or another status.'
                : 'People who join online appear here.'
            }
          />
        }
      />
      <MemberDetails
        id={search.open}
        onClose={() => open(undefined)}
        onTask={(kind, id) => setTask({ kind, id })}
      />
      <MemberTaskDialog task={task} onClose={() => setTask(undefined)} />
    </StaffPage>
  )
}
