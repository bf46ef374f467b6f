import { IconEye, IconFilter, IconHistory, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AuditEntry } from '../../../../shared/contract/people/auditLog.ts'
import {
  type AuditAction,
  type AuditSource,
  auditActions,
  auditSources,
} from '../../../../shared/domain/people/auditActions.ts'
import { auditLabel, auditLabels } from '../../../../shared/domain/people/auditLabels.ts'
import type { InputOf } from '../../../api/call.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read, readPages } from '../../../api/read.ts'
import { readDay, readText } from '../../../components/searchValues.ts'
import { ExportButton } from '../../../components/staff/ExportButton.tsx'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { Text } from '../../../ui/layout.tsx'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterDay } from '../../../ui/staff/FilterDay.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { OneLine } from '../../../ui/staff/OneLine.tsx'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { ActionBadge, AuditEntryDetails } from './AuditEntryDetails.tsx'
import classes from './AuditLog.module.css'
import { actionWords, actorOf, momentText, sourceWords, summaryOf } from './auditText.ts'
import { SealState } from './SealState.tsx'

/** What /admin/audit-log reads from its address. */
export interface AuditSearch {
  search?: string | undefined
  table?: string | undefined
  record?: string | undefined
  action?: AuditAction | undefined
  source?: AuditSource | undefined
  /** The id of who acted. */
  by?: string | undefined
  /** The change by staff whose entries are shown. */
  change?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The entry whose details are open. */
  open?: string | undefined
}

/** The address's search as the operation names it. */
export const filterOf = ({ search, table, record, by, change, action, source, from, to }: AuditSearch) =>
  ({
    search_query: search,
    p_table_name: table,
    p_record_id: record,
    user_id: by,
    staff_change_id: change,
    ...{ action, source, from, to },
  }) satisfies InputOf<'GET /api/admin/audit-log'>

const noFilter: AuditSearch = {
  search: undefined,
  table: undefined,
  record: undefined,
  action: undefined,
  source: undefined,
  by: undefined,
  change: undefined,
  from: undefined,
  to: undefined,
}

/** Who changed what, for admins: filters, one entry's difference, and what else happened to its row (spec 3 §2). */
export function AuditLogPage({ search }: { search: AuditSearch }) {
  const navigate = useNavigate({ from: '/admin/audit-log' })
  const { data: facility } = useQuery(facilityQuery)
  const filter = filterOf(search)
  const log = useInfiniteQuery({
    ...readPages('GET /api/admin/audit-log', filter),
    placeholderData: keepPreviousData,
  })
  const list = pagedList(log)
  const show = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  const zone = facility?.time_zone ?? 'UTC'
  const queryClient = useQueryClient()
  const refresh = () => {
    list.reload()
    void queryClient.invalidateQueries({ queryKey: read('GET /api/admin/audit-seal').queryKey })
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <StaffPage title="Audit Log" refresh={{ onRefresh: refresh, isFetching: list.isFetching }}>
      <SealState zone={zone} />
      <FilterBar
        label="Search the audit log"
        placeholder="Who acted, or a record’s ID"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={isFiltered ? () => show(noFilter) : undefined}
      >
        <Filters search={search} show={show} />
        <ExportButton file="/api/admin/audit-log.csv" query={filter} what="audit log entries" />
      </FilterBar>
      {(search.record ?? search.change) && (
        <Text tone="dim">
          {search.record
            ? 'Only what happened to one record is shown.'
            : 'Only what one change did is shown.'}
        </Text>
      )}
      <div className={classes.log}>
        <DataTable
          label="Entries"
          list={facility ? list : { ...list, rows: undefined }}
          keyOf={({ id }) => id}
          title={{
            header: 'Time',
            text: ({ created_at }) => momentText(created_at, zone),
          }}
          columns={[
            { header: 'Action', cell: ({ action }) => <ActionBadge action={action} /> },
            { header: 'Table', cell: (entry) => <Subject entry={entry} /> },
            { header: 'User', cell: (entry) => <Actor entry={entry} /> },
            {
              header: 'Description',
              cell: (entry) => (
                <Text as="span" breaks block className={classes.summary}>
                  {summaryOf(entry, zone)}
                </Text>
              ),
            },
          ]}
          onOpen={({ id }) => open(id)}
          actionsHeader="Details"
          actionsOf={({ id, table_name, record_id, user_id }) => [
            { label: 'View Details', Icon: IconEye, onSelect: () => open(id) },
            {
              label: 'History of This Record',
              Icon: IconHistory,
              onSelect: () => show({ ...noFilter, table: table_name, record: record_id }),
            },
            {
              label: 'Only This Table',
              Icon: IconFilter,
              onSelect: () => show({ table: table_name }),
            },
            ...(user_id
              ? [{ label: 'Only This User', Icon: IconUser, onSelect: () => show({ by: user_id }) }]
              : []),
          ]}
          empty={
            <EmptyList
              title="No entries"
              text={
                isFiltered
                  ? 'No audit logs found matching the current filters.'
                  : 'Nothing has been changed yet. Every change of bookings, people, payments and settings will be listed here.'
              }
            />
          }
        />
      </div>
      <AuditEntryDetails
        id={search.open}
        onClose={() => open(undefined)}
        onOpen={open}
        onChange={(change) => show({ ...noFilter, change, open: undefined })}
      />
    </StaffPage>
  )
}

const tables = Object.entries(auditLabels)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label))

interface FiltersProps {
  search: AuditSearch
  show: (change: Partial<AuditSearch>) => void
}

function Filters({ search, show }: FiltersProps) {
  const { data: people = [] } = useQuery(read('GET /api/admin/audit-people'))
  const { by } = search
  const isOther = by !== undefined && !people.some(({ id }) => id === by)
  return (
    <>
      <FilterSelect
        label="Table"
        value={search.table ?? ''}
        onChange={(value) => show({ table: value || undefined, record: undefined })}
        data={[{ value: '', label: 'All tables' }, ...tables]}
      />
      <FilterSelect
        label="Action"
        value={search.action ?? ''}
        onChange={(value) => show({ action: auditActions.find((action) => action === value) })}
        data={[
          { value: '', label: 'All actions' },
          ...auditActions.map((value) => ({ value, label: actionWords[value] })),
        ]}
      />
      <FilterSelect
        label="Source"
        value={search.source ?? ''}
        onChange={(value) => show({ source: auditSources.find((source) => source === value) })}
        data={[
          { value: '', label: 'All sources' },
          ...auditSources.map((value) => ({ value, label: sourceWords[value] })),
        ]}
      />
      <FilterSelect
        label="User"
        value={by ?? ''}
        onChange={(value) => show({ by: value || undefined })}
        data={[
          { value: '', label: 'All users' },
          ...(isOther ? [{ value: by, label: 'One user' }] : []),
          ...people.map(({ id, full_name, role }) => ({
            value: id,
            label: `${full_name} (${roleNames[role]})`,
          })),
        ]}
      />
      <FilterDay label="From" value={search.from} onChange={(from) => show({ from })} />
      <FilterDay label="To" value={search.to} onChange={(to) => show({ to })} />
    </>
  )
}

const Subject = ({ entry }: { entry: AuditEntry }) => (
  <>
    <span>{auditLabel(entry.table_name)}</span>
    {entry.record_name && (
      <Text as="span" tone="dim" size="xs" block>
        <OneLine text={entry.record_name} />
      </Text>
    )}
  </>
)

const Actor = ({ entry }: { entry: AuditEntry }) => (
  <>
    <span>{actorOf(entry)}</span>
    {entry.role && (
      <Text as="span" tone="dim" size="xs" block>
        {roleNames[entry.role]}
      </Text>
    )}
  </>
)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined

/** What the audit log reads from its address; what is not understood is left out. */
export const readAuditSearch = (address: Record<string, unknown>): AuditSearch => ({
  search: readText(address.search),
  table: readText(address.table),
  record: readText(address.record),
  action: auditActions.find((action) => action === address.action),
  source: auditSources.find((source) => source === address.source),
  by: readId(address.by),
  change: readId(address.change),
  from: readDay(address.from),
  to: readDay(address.to),
  open: readId(address.open),
})
