/** The audit log as admins read it (spec 3 §2, §7). */

import { z } from 'zod'
import { auditActions, auditSources } from '../../domain/people/auditActions.ts'
import { day, id, instant, role } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'

const tableName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'Use the name of a table.')
const recordId = z.string().min(1).max(200)
const values = z.record(z.string(), z.unknown()).nullable()

const auditEntry = z.object({
  id,
  created_at: instant,
  action: z.enum(auditActions),
  table_name: tableName,
  record_id: z
    .string()
    .meta({ description: 'The key of the row; parts of a composite key are separated by blanks.' }),
  record_name: z
    .string()
    .nullable()
    .meta({ description: 'What the row is called, where it has a name and exists.' }),
  user_id: id.nullable().meta({ description: 'Who acted; null for the system.' }),
  admin_user_name: z
    .string()
    .nullable()
    .meta({ description: 'The name of who acted; null for the system and for the deleted.' }),
  role: role.nullable().meta({ description: 'The present role of who acted.' }),
  system_operation: z.boolean(),
  description: z.string().nullable(),
  old_values: values.meta({ description: 'Of an update only the changed columns.' }),
  new_values: values,
  client_info: z.string().nullable(),
  staff_change_id: id
    .nullable()
    .meta({ description: 'What was changed in one act, or by its undo, has the same.' }),
})
export type AuditEntry = z.infer<typeof auditEntry>

const listQuery = pageQuery.omit({ page_number: true, page_size: true }).extend({
  search_query: pageQuery.shape.search_query.meta({
    description: 'The name, e-mail or phone number of who acted, or the id of a row or person.',
  }),
  p_limit: z.coerce.number().int().min(1).max(100).default(50),
  p_table_name: tableName.optional(),
  p_record_id: recordId.optional(),
  action: z.enum(auditActions).optional(),
  source: z.enum(auditSources).optional(),
  user_id: id.optional().meta({ description: 'Only of this person.' }),
  staff_change_id: id.optional().meta({ description: 'Only of this change.' }),
  from: day.optional().meta({ description: 'The first day, of the facility.' }),
  to: day.optional().meta({ description: 'The last day, of the facility.' }),
})

export const getRecentAuditActivity = route({
  operationId: 'get_recent_audit_activity',
  call: 'GET /api/admin/audit-log',
  access: 'admin',
  summary: 'The audit log, newest first',
  query: listQuery,
  answer: pageOf(auditEntry),
  errors: ['cursor_invalid'],
})

export const exportAuditLog = route({
  operationId: 'export-audit-log',
  call: 'GET /api/admin/audit-log.csv',
  access: 'admin',
  grave: true,
  summary: 'All entries that the list finds, as a CSV file. Audited',
  query: listQuery.omit({ p_limit: true, cursor: true }),
  answer: z.string().meta({ contentType: 'text/csv', description: 'As the other lists; values as JSON.' }),
  errors: ['too_many_requests'],
})

export const getAuditEntry = route({
  operationId: 'get-audit-entry',
  call: 'GET /api/admin/audit-log/:entry_id',
  access: 'admin',
  summary: 'One entry, with the names of what its values refer to',
  params: z.object({ entry_id: id }),
  answer: auditEntry.extend({
    names: z
      .record(z.string(), z.string())
      .meta({ description: 'By id: people, cages, coaches, classes, camps.' }),
  }),
  errors: ['audit_entry_not_found'],
})

export const getAuditTrail = route({
  operationId: 'get_audit_trail',
  call: 'GET /api/admin/audit-trail',
  access: 'admin',
  summary: 'What happened to one row, newest first',
  query: pageQuery
    .omit({ search_query: true, page_number: true })
    .extend({ p_table_name: tableName, p_record_id: recordId }),
  answer: pageOf(auditEntry),
  errors: ['cursor_invalid'],
})

export const listAdminProfiles = route({
  operationId: 'list-admin-profiles',
  call: 'GET /api/admin/audit-people',
  access: 'admin',
  summary: 'Admins, desk staff and coaches by name, for the filter of the audit log',
  answer: z.array(z.object({ id, full_name: z.string(), role: role })),
})
