/** Whether what a facility needs works, for its admins. */

import { z } from 'zod'
import { instant } from '../fields.ts'
import { route } from '../route.ts'

export const healthKeys = [
  'database',
  'disk',
  'backup',
  'mail',
  'payments',
  'jobs',
  'certificate',
  'audit',
] as const

export const healthCheck = z.object({
  key: z.enum(healthKeys),
  title: z.string(),
  state: z.enum(['good', 'check', 'problem', 'off']).meta({
    description: '`check` works and needs a look, `problem` does not work, `off` is not set up.',
  }),
  figure: z.string().meta({ description: "What there is, e.g. '72 GB free of 252 GB'." }),
  advice: z.string().meta({ description: 'What to do; empty where nothing is to be done.' }),
})
export type HealthCheck = z.infer<typeof healthCheck>

export const recentError = z.object({
  at: instant,
  request_id: z.string().nullable().meta({
    description: 'The id that the answer carried too; null for work that nobody asked for.',
  }),
  what: z.string(),
  cause: z.string(),
})
export type RecentError = z.infer<typeof recentError>

export const health = z.object({
  at: instant,
  checks: z.array(healthCheck),
  version: z.string(),
  since: instant.meta({ description: 'When this process started.' }),
  errors: z.array(recentError).meta({ description: 'The newest of this process, newest first.' }),
})
export type Health = z.infer<typeof health>

export const getHealth = route({
  operationId: 'get-health',
  call: 'GET /api/health',
  access: 'admin',
  summary:
    'Database, disk, backup, mail, payments, scheduled work, certificate, audit log, and the last errors',
  answer: health,
})
