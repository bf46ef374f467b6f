import { auditActions, auditSources } from '../../../../shared/domain/people/auditActions.ts'
import { readDay, readText } from '../../../components/searchValues.ts'
import type { AuditSearch } from './AuditLogPage.tsx'

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
