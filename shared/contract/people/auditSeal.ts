/** What the audit log's screen shows of its protection; docs/security.md says what it means. */

import { z } from 'zod'
import { instant } from '../fields.ts'
import { route } from '../route.ts'

const count = z.number().int().nonnegative()

export const auditSeal = z.object({
  entries: count.meta({ description: 'Entries that are sealed.' }),
  unsealed: count.meta({ description: 'Entries that wait, usually those of the last second.' }),
  head: z
    .object({
      number: z.number().int().positive(),
      mac: z.string().regex(/^[0-9a-f]{64}$/),
      entries: count,
      sealed_at: instant,
    })
    .nullable()
    .meta({ description: 'The last seal. "number:mac" is the anchor of `npm run audit:verify`.' }),
  problems: z
    .array(
      z.object({
        code: z.enum(['one_role', 'role_may_change', 'not_sealing', 'damaged']),
        message: z.string().meta({ description: 'A sentence.' }),
      }),
    )
    .meta({ description: 'Empty while all is well.' }),
})
export type AuditSeal = z.infer<typeof auditSeal>

export const getAuditSeal = route({
  operationId: 'get-audit-seal',
  call: 'GET /api/admin/audit-seal',
  access: 'admin',
  summary: 'How far the audit log is sealed, and what is wrong with its protection',
  answer: auditSeal,
})
