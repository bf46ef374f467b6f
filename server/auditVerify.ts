import { withDatabaseUrl } from './admin/administer.ts'
import { UsageError } from './admin/usageError.ts'
import { loadConfig } from './config.ts'
import { auditKeys } from './db/audit/keys.ts'
import { type Anchor, type AuditProblem, type AuditReport, verifyAudit } from './db/audit/verify.ts'
import { createPool } from './db/database.ts'

const USAGE = `Usage:

  npm run audit:verify
  npm run audit:verify -- --anchor <number>:<mac>

Checks every entry of the audit log against its seals, and with an anchor, such as one of the daily mails has, that the log
was not cut back or rewritten. Needs AUDIT_KEY and a database role that may read; changes nothing.

Exit code: 0 when the log is whole, 1 when it is not, 2 when it could not be checked.
`
const NOT_WHOLE = 1
const NOT_CHECKED = 2

async function main(): Promise<void> {
  const anchor = readAnchor(process.argv.slice(2))
  const config = loadConfig(process.env)
  const report = await withDatabaseUrl(config, async (url) => {
    const pool = createPool(url, 1)
    const client = await pool.connect()
    try {
      return await verifyAudit(client, { keys: auditKeys(config), anchor })
    } finally {
      client.release()
      await pool.end()
    }
  })
  process.stdout.write(summarize(report, anchor))
  if (report.problems.length > 0) process.exitCode = NOT_WHOLE
}

function readAnchor(given: readonly string[]): Anchor | null {
  if (given.length === 0) return null
  const [option, value = '', ...more] = given
  const [, no, mac] = /^(\d+):([0-9a-f]{64})$/.exec(value) ?? []
  if (option !== '--anchor' || no === undefined || mac === undefined || more.length > 0)
    throw new UsageError(USAGE)
  return { no, mac }
}

function summarize({ sealed, unsealed, head, problems }: AuditReport, anchor: Anchor | null): string {
  const number = (count: number) => count.toLocaleString('en-US')
  if (problems.length > 0) {
    return `The audit log is NOT what was sealed. The first bad entry:\n\n${problems.map(line).join('')}\n${number(sealed)} entries before it are whole.\n`
  }
  const anchored = anchor ? `The anchor, seal ${anchor.no}, is there and the same.\n` : ''
  const end = head ? `Head: ${head.no}:${head.mac.toString('hex')}\n` : 'Nothing is sealed yet.\n'
  return `The audit log is whole: ${number(sealed)} sealed entries, ${number(unsealed)} not sealed yet.\n${anchored}${end}`
}

function line({ seq, entry, what }: AuditProblem): string {
  const place = seq === null ? 'outside the chain' : `number ${seq}`
  if (!entry) return seq === null ? `  ${what}\n` : `  ${place} ${what}\n`
  const row = entry.table_name === '' ? '' : ` (${entry.table_name} ${entry.record_id})`
  return `  ${place}, entry ${entry.id}${row} ${what}\n`
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = NOT_CHECKED
})
