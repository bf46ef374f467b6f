import {
  exportAuditLog,
  getAuditEntry,
  getAuditTrail,
  getRecentAuditActivity,
  listAdminProfiles,
} from '../../../shared/contract/people/auditLog.ts'
import { getAuditSeal } from '../../../shared/contract/people/auditSeal.ts'
import { wallClockOf } from '../../../shared/domain/time/wallClock.ts'
import { exportList } from '../../http/answers/csvDownload.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { allEntries, auditColumns, findEntry, listAuditEntries, listStaff, readTrail } from './auditList.ts'
import { readSealState } from './sealState.ts'

export const auditEndpoints = [
  endpoint(getRecentAuditActivity, async ({ context, db, query }) => {
    const { time_zone } = await context.facility.get()
    const page = await listAuditEntries(db, query, time_zone)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(exportAuditLog, async (call) => {
    const { time_zone } = await call.context.facility.get()
    return exportList(call, {
      name: 'audit-log',
      table: 'audit_log',
      columns: auditColumns(wallClockOf(time_zone)),
      batches: allEntries(call.context.db, call.query, time_zone),
    })
  }),

  endpoint(getAuditEntry, async ({ db, params }) => {
    const entry = await findEntry(db, params.entry_id)
    return entry ? reply(entry) : refuse('audit_entry_not_found')
  }),

  endpoint(getAuditTrail, async ({ db, query }) => {
    const page = await readTrail(db, query)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(getAuditSeal, async ({ context }) => reply(await readSealState(context))),

  endpoint(listAdminProfiles, async ({ db }) => reply(await listStaff(db))),
]
