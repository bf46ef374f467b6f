import { createFileRoute } from '@tanstack/react-router'
import { readPages } from '../../api/read.ts'
import {
  AuditLogPage,
  type AuditSearch,
  filterOf,
  readAuditSearch,
} from '../../features/audit/staff/AuditLogPage.tsx'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/admin/audit-log')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: requireRole('/admin/audit-log'),
  // Read where the page is: what it may say is long, and is loaded with the page.
  validateSearch: (address: Record<string, unknown>): AuditSearch => address,
  loaderDeps: ({ search: { open, ...filter } }) => filter,
  loader: ({ context: { queryClient }, deps }) => {
    const filter = filterOf(readAuditSearch({ ...deps }))
    void queryClient.prefetchInfiniteQuery(readPages('GET /api/admin/audit-log', filter))
  },
  component: AuditLog,
})

function AuditLog() {
  return <AuditLogPage search={readAuditSearch({ ...Route.useSearch() })} />
}
