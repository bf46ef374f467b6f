import { createFileRoute } from '@tanstack/react-router'
import { auditActions, auditSources } from '../../../shared/domain/people/auditActions.ts'
import { readPages } from '../../api/read.ts'
import { readDay, readText } from '../../components/searchValues.ts'
import { AuditLogPage, type AuditSearch, filterOf } from '../../features/audit/staff/AuditLogPage.tsx'
import { requireRole } from '../../surfaces/guards.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined

export const Route = createFileRoute('/admin/audit-log')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: requireRole('/admin/audit-log'),
  validateSearch: (address: Record<string, unknown>): AuditSearch => ({
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
  }),
  loaderDeps: ({ search: { open, ...filter } }) => filter,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(readPages('GET /api/admin/audit-log', filterOf(deps)))
  },
  component: AuditLog,
})

function AuditLog() {
  return <AuditLogPage search={Route.useSearch()} />
}
