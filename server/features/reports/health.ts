/** Whether what a facility needs works: what readiness, the metrics, the checklist and the audit log's screen know, as one list. */

import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { getHealth, type HealthCheck } from '../../../shared/contract/facility/health.ts'
import type { OpeningStep } from '../../../shared/contract/facility/opening.ts'
import type { OpeningStepKey } from '../../../shared/domain/facility/openingSteps.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import type { Figures } from '../../http/watching/databaseFigures.ts'
import { certificateOf } from '../../integrations/certificate.ts'
import { readEnteredKeys } from '../../integrations/stripe/enteredKeys.ts'
import { createPayments } from '../../integrations/stripe/payments.ts'
import { version } from '../../version.ts'
import { readSealState } from '../audit/sealState.ts'
import { readSteps } from '../settings/opening/checklist.ts'

const GB = 1024 ** 3
/** With less, PostgreSQL may stop within a busy day; with less than five times that there is time to make room. */
const LEAST_DISK_GB = 1
const LATE_MAIL_SECONDS = 900
const LATE_JOB_SECONDS = 600
/** A nightly backup that failed once is tried again within the same night. */
const LATE_BACKUP_SECONDS = 28 * 3_600
/** Those who renew by themselves do so a month before. */
const SHORT_CERTIFICATE_DAYS = 14

export const healthEndpoints = [
  endpoint(getHealth, async ({ context }) => {
    const { clock, db, sealer } = context
    const [databaseProblem, figures, seal] = await Promise.all([
      context.databaseProblem(),
      context.databaseFigures.refresh(),
      readSealState({ db, sealer }),
    ])
    const now = clock.now()
    const checks = await readHealth(db, context.config, { now, figures, databaseProblem })
    return reply({
      at: now.toISOString(),
      checks: [...checks, auditCheck(seal.problems)],
      version: `Dugout ${version}, Node.js ${process.versions.node}`,
      since: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
      errors: [...context.recentErrors()],
    })
  }),
]

interface Known {
  readonly now: Date
  /** Null where they could not be read. */
  readonly figures: Figures | null
  readonly databaseProblem: string | null
}

type Said = Omit<HealthCheck, 'key' | 'title'>

/** Each check with its state. `npm run admin -- check` prints the same. */
export async function readHealth(db: Db, config: Config, known: Known): Promise<HealthCheck[]> {
  const [steps, keys, database, disk, certificate] = await Promise.all([
    readSteps(db, { config, now: known.now }),
    readEnteredKeys(db, config),
    databaseCheck(db, known.databaseProblem),
    diskCheck(config.dataDir),
    certificateCheck(config, known.now),
  ])
  const step = (key: OpeningStepKey) => steps.find((one) => one.key === key) as OpeningStep
  const { figures } = known
  const cardProblem = createPayments(config, null, keys).problem
  return [
    { key: 'database', title: 'Database', ...database },
    { key: 'disk', title: 'Disk', ...disk },
    { key: 'backup', title: 'Backup', ...backupCheck(config, step('backup'), figures) },
    { key: 'mail', title: 'Mail', ...mailCheck(config, step('mail'), figures) },
    { key: 'payments', title: 'Payments', ...cardCheck(step('cards'), figures, cardProblem) },
    { key: 'jobs', title: 'Scheduled Work', ...jobsCheck(figures) },
    { key: 'certificate', title: 'Certificate', ...certificate },
  ]
}

const said = (state: Said['state'], figure: string, advice = ''): Said => ({ state, figure, advice })

async function databaseCheck(db: Db, problem: string | null): Promise<Said> {
  if (problem !== null)
    return said(
      'problem',
      `Bookings cannot be written: ${problem}`,
      'Look at the database server and its log.',
    )
  const { rows } = await sql<{ version: string; bytes: string }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return said('good', `PostgreSQL ${rows[0]?.version.split(' ')[0]} · ${sizeOf(Number(rows[0]?.bytes))}`)
}

async function diskCheck(folder: string): Promise<Said> {
  // The folder does not exist before something is kept in it, as with a database and a bucket elsewhere.
  const disk = await statfs(folder).catch(() => statfs('.'))
  const free = disk.bavail * disk.bsize
  const figure = `${sizeOf(free)} free of ${sizeOf(disk.blocks * disk.bsize)}`
  const advice = 'Make room on the disk of Dugout: on a full one nothing can be booked.'
  if (free < LEAST_DISK_GB * GB) return said('problem', figure, advice)
  return free < 5 * LEAST_DISK_GB * GB ? said('check', figure, advice) : said('good', figure)
}

function backupCheck({ backup }: Config, { fact }: OpeningStep, figures: Figures | null): Said {
  const age = figures?.backup_age ?? null
  const how = 'Set BACKUP_TO where Dugout runs: then one is made every night.'
  if (age === null)
    return backup.to
      ? said('check', fact || 'None yet', 'The first one is made tonight.')
      : said('off', fact || 'None yet', how)
  const figure = `${agoOf(age)} · ${fact}`
  if (age < LATE_BACKUP_SECONDS) return said('good', figure)
  return said('problem', figure, backup.to ? 'The log of Dugout says why none was made since.' : how)
}

function mailCheck({ production }: Config, { done, fact }: OpeningStep, figures: Figures | null): Said {
  const { outbox = { queued: 0, oldest: 0 }, outbox_failed: failed = 0 } = figures ?? {}
  const waiting = outbox.queued > 0 ? `${counted(outbox.queued, 'message')} waiting` : 'nothing waits'
  const figure = `${fact || 'No mail server'} · ${waiting}${failed > 0 ? ` · ${failed} given up since yesterday` : ''}`
  if (!done && !fact)
    return said(
      production ? 'problem' : 'off',
      figure,
      'Connect a mail server: until then nobody can confirm an account.',
    )
  if (outbox.queued > 0 && outbox.oldest > LATE_MAIL_SECONDS)
    return said(
      'problem',
      `${figure}, the oldest from ${agoOf(outbox.oldest)}`,
      'Send a test: the server says what is wrong.',
    )
  if (!done) return said('check', figure, 'Send a test, to see whether mail arrives.')
  return failed > 0 ? said('check', figure, 'Messages shows to whom, and why.') : said('good', figure)
}

function cardCheck({ done, fact }: OpeningStep, figures: Figures | null, problem: string | null): Said {
  const { completed = 0, failed = 0 } = figures?.payments ?? {}
  const figure = `${counted(completed, 'payment')} since yesterday${failed > 0 ? `, ${failed} failed` : ''}`
  if (problem !== null)
    return said('problem', problem, 'Enter the keys again. Nobody can pay by card until then.')
  if (done)
    return failed > 5 && failed > completed
      ? said('check', `${fact} · ${figure}`, "Look at the provider's status page.")
      : said('good', `${fact} · ${figure}`)
  return fact
    ? said('check', fact, 'Send a test charge.')
    : said('off', figure, 'Connect Stripe to charge cards. Without it no card is charged.')
}

function jobsCheck(figures: Figures | null): Said {
  if (figures === null) return said('problem', 'Unknown', 'Look at the database first.')
  const { jobs_last: last, jobs_late: late, jobs } = figures
  const failed = jobs.filter(({ state }) => state === 'failed').reduce((sum, { count }) => sum + count, 0)
  const figure = [
    last === null ? 'None has run yet' : `Last run ${agoOf(last)}`,
    ...(late > 0 ? [`${late} late`] : []),
    ...(failed > 0 ? [`${failed} failed within the hour`] : []),
  ].join(' · ')
  if (late > 0 || (last ?? 0) > LATE_JOB_SECONDS)
    return said('problem', figure, 'Reminders, refunds and cleaning wait. Restart Dugout; its log says why.')
  return failed > 0 ? said('check', figure, 'The last errors below may say why.') : said('good', figure)
}

async function certificateCheck({ publicUrl }: Config, now: Date): Promise<Said> {
  if (!publicUrl?.startsWith('https:'))
    return said(
      'off',
      publicUrl ?? 'No public address',
      'Set PUBLIC_URL to an https address: docs/operations.md, Going live.',
    )
  const certificate = await certificateOf(publicUrl, now)
  if (certificate === null)
    return said('check', `${publicUrl} could not be asked from this machine`, 'Open it in a browser.')
  if (certificate.distrusted !== null)
    return said(
      'problem',
      `Browsers do not trust it: ${certificate.distrusted}`,
      'Look at the proxy that ends TLS.',
    )
  const days = Math.floor((certificate.validTo.getTime() - now.getTime()) / 86_400_000)
  const figure = `${counted(days, 'day')} left`
  return days < SHORT_CERTIFICATE_DAYS
    ? said('check', figure, 'It is renewed too late: look at the proxy that ends TLS.')
    : said('good', figure)
}

function auditCheck(problems: readonly { readonly message: string }[]): HealthCheck {
  const [first] = problems
  const about = first ? said('check', first.message, 'The audit log says more.') : said('good', 'Sealed')
  return { key: 'audit', title: 'Audit Log', ...about }
}

const sizeOf = (bytes: number): string =>
  bytes < GB ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / GB).toFixed(bytes < 10 * GB ? 1 : 0)} GB`

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

/** 'just now', '12 s ago', '3 h ago' */
function agoOf(seconds: number): string {
  if (seconds < 5) return 'just now'
  const [length, unit] = (
    [
      [86_400, 'd'],
      [3_600, 'h'],
      [60, 'min'],
      [1, 's'],
    ] as const
  ).find(([size]) => seconds >= 2 * size) ?? [1, 's']
  return `${Math.round(seconds / length)} ${unit} ago`
}
