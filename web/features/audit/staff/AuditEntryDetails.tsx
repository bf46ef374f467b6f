import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../../../../shared/contract/people/auditLog.ts'
import type { AuditAction } from '../../../../shared/domain/people/auditActions.ts'
import { auditLabel } from '../../../../shared/domain/people/auditLabels.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read, readPages } from '../../../api/read.ts'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { type BadgeColour, ColourBadge } from '../../../components/staff/StatusBadge.tsx'
import { Heading, Text } from '../../../ui/layout.tsx'
import { loadNextPage } from '../../../ui/loadNextPage.ts'
import { DetailDrawer } from '../../../ui/staff/DetailDrawer.tsx'
import { Details, Fact, Facts } from '../../../ui/staff/DetailParts.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './AuditLog.module.css'
import { actionWords, actorOf, changesOf, type FieldChange, momentText, summaryOf } from './auditText.ts'

interface AuditEntryDetailsProps {
  /** The entry that is open; undefined for none. */
  id: string | undefined
  onClose: () => void
  onOpen: (id: string) => void
  /** Lists all entries of one change by staff. */
  onChange: (id: string) => void
}

/** One entry beside the list: who, when and from where, previous and new values, and the history of its record. */
export function AuditEntryDetails({ id, onClose, onOpen, onChange }: AuditEntryDetailsProps) {
  const query = useQuery({
    ...read('GET /api/admin/audit-log/:entry_id', { entry_id: id ?? '' }),
    enabled: id !== undefined,
  })
  const { data: facility } = useQuery(facilityQuery)
  return (
    <DetailDrawer
      of={id}
      onClose={onClose}
      title="Audit Log Details"
      query={query}
      failure={`Failed to load detailed log: ${query.error?.message ?? ''}`}
    >
      {(entry) =>
        facility && (
          <Details name={`${auditLabel(entry.table_name)}: ${actionWords[entry.action]}`}>
            <Who entry={entry} zone={facility.time_zone} />
            <Difference entry={entry} names={entry.names} zone={facility.time_zone} />
            {entry.staff_change_id && (
              <Button variant="default" onClick={() => onChange(entry.staff_change_id ?? '')}>
                Show All of This Change
              </Button>
            )}
            <Trail entry={entry} zone={facility.time_zone} onOpen={onOpen} />
          </Details>
        )
      }
    </DetailDrawer>
  )
}

const colours: Readonly<Record<AuditAction, BadgeColour>> = {
  INSERT: 'green',
  UPDATE: 'yellow',
  DELETE: 'red',
  READ: 'gray',
  EVENT: 'gray',
  FORGET: 'red',
}

export const ActionBadge = ({ action }: { action: AuditAction }) => (
  <ColourBadge label={actionWords[action]} colour={colours[action]} />
)

const Who = ({ entry, zone }: { entry: AuditEntry; zone: string }) => (
  <Facts>
    <Fact name="Timestamp">{momentText(entry.created_at, zone)}</Fact>
    <Fact name="Action">
      <ActionBadge action={entry.action} />
    </Fact>
    <Fact name="User">
      {entry.user_id && entry.admin_user_name ? (
        <Link to="/admin/users/$userId" params={{ userId: entry.user_id }}>
          {entry.admin_user_name}
        </Link>
      ) : (
        actorOf(entry)
      )}
      {entry.role && ` (${roleNames[entry.role]})`}
    </Fact>
    {entry.record_name && <Fact name="Record">{entry.record_name}</Fact>}
    {entry.description && (
      <Fact name="Description" wide>
        {entry.description}
      </Fact>
    )}
    <Fact name="Client Info" wide>
      {entry.client_info ?? 'Not known'}
    </Fact>
    <Fact name="Record ID" wide>
      <code className={classes.code}>{entry.record_id}</code>
    </Fact>
  </Facts>
)

interface DifferenceProps {
  entry: AuditEntry
  names: Readonly<Record<string, string>>
  zone: string
}

/** Previous and new values, a row for each field that has one. */
function Difference({ entry, names, zone }: DifferenceProps) {
  const changes = changesOf(entry, { zone, names })
  if (changes.length === 0) return null
  const [hadBefore, hasAfter] = [entry.old_values !== null, entry.new_values !== null]
  return (
    <section>
      <Heading as="h3" below="xs" className={classes.heading}>
        {hadBefore && hasAfter ? 'What Changed' : 'Values'}
      </Heading>
      <table className={classes.difference}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {hadBefore && <th scope="col">Previous Value</th>}
            {hasAfter && <th scope="col">New Value</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{change.label}</th>
              {hadBefore && <Value change={change} side="before" />}
              {hasAfter && <Value change={change} side="after" />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Value({ change, side }: { change: FieldChange; side: 'before' | 'after' }) {
  const text = change[side]
  return (
    <td data-side={side} data-none={text === null || undefined}>
      {text === null ? 'none' : side === 'before' ? <del>{text}</del> : <ins>{text}</ins>}
    </td>
  )
}

interface TrailProps {
  entry: AuditEntry
  zone: string
  onOpen: (id: string) => void
}

/** What else happened to the record. Readings and events of no record have none. */
function Trail({ entry, zone, onOpen }: TrailProps) {
  const trail = useInfiniteQuery(
    readPages('GET /api/admin/audit-trail', {
      p_table_name: entry.table_name,
      p_record_id: entry.record_id,
      page_size: '10',
    }),
  )
  const items = trail.data?.pages.flatMap((page) => page.items) ?? []
  if (trail.data && items.length < 2) return null
  return (
    <section>
      <Heading as="h3" below="xs" className={classes.heading}>
        History of This Record
      </Heading>
      {trail.error && <ErrorAlert error={trail.error} onRetry={() => void trail.refetch()} />}
      <ol className={classes.trail} aria-busy={trail.isFetching}>
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={classes.step}
              aria-current={item.id === entry.id || undefined}
              onClick={() => onOpen(item.id)}
            >
              <Text as="span" tone="dim" lighter>
                {momentText(item.created_at, zone)} · {actorOf(item)}
              </Text>
              <span>{summaryOf(item, zone)}</span>
            </button>
          </li>
        ))}
      </ol>
      {trail.hasNextPage && (
        <Button variant="default" loading={trail.isFetchingNextPage} onClick={() => void loadNextPage(trail)}>
          Load More
        </Button>
      )}
    </section>
  )
}
