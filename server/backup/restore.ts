/** Puts a backup into an empty database: nothing of it can be seen before all of it was checked. */

import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Config } from '../config.ts'
import { auditKeys } from '../db/audit/keys.ts'
import { verifyAudit } from '../db/audit/verify.ts'
import { createPool } from '../db/database.ts'
import { fillTables } from '../db/fillTables.ts'
import { migrate, migrateTo } from '../db/migrate.ts'
import { type FileStorage, pictureType } from '../integrations/storage/fileStorage.ts'
import { BackupProblem, type Manifest, type OpenArchive } from './archive.ts'
import { connect, fingerprints, MIGRATION_TABLES, readTables } from './takeBackup.ts'

export interface Restored {
  readonly sealedEntries: number
  /** What the operator should know: sentences. */
  readonly warnings: readonly string[]
}

/**
 * Makes the tables, fills them in one transaction, and compares rows, keys between tables, and the audit log with the backup before it
 * commits. The pictures come first, because nothing shows them before that. Migrations that are newer than the backup run at the end.
 *
 * @throws BackupProblem when there is a facility already, or the backup is of another version, or something does not fit. The
 *   database has no facility then, and a restore can be tried again.
 */
export async function restoreBackup(
  archive: OpenArchive,
  target: {
    ownerUrl: string
    files: Pick<FileStorage, 'put' | 'names'>
    secrets: Pick<Config['secrets'], 'auth' | 'audit' | 'auditOld'>
  },
): Promise<Restored> {
  const pool = createPool(target.ownerUrl, 1)
  try {
    await refuseFacility(pool)
    const { manifest } = archive
    if (!(await migrateTo(pool, manifest.migrations)))
      throw new BackupProblem(
        `This backup was made by Dugout ${manifest.version} with a database that this version does not know. Restore it with that version, then upgrade.`,
      )
    await refuseFiles(target.files)
    for (const name of archive.files)
      await target.files.put(name, await buffer(await archive.read(`files/${name}`)), pictureType(name))
    const client = await connect(target.ownerUrl)
    try {
      await client.query('begin isolation level repeatable read')
      await refuseFacility(client)
      await fill(client, archive)
      const restored = await checkAudit(client, manifest, target.secrets)
      await client.query('commit')
      await client.query('analyze')
      await migrate(pool)
      return restored
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      await client.end()
    }
  } finally {
    await pool.end()
  }
}

/** A restore never overwrites: a database with a facility, or with tables that are not Dugout's, is left alone. */
async function refuseFacility(client: pg.Pool | pg.ClientBase): Promise<void> {
  // Only those of the migrations are there after a restore that was killed at once.
  const { rows } = await client.query<{ facility: boolean; tables: number }>(
    `select to_regclass('public.facility') is not null as facility,
       (
         select count(*)::integer from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all ($1)
       ) as tables`,
    [MIGRATION_TABLES],
  )
  const [found] = rows
  if (!found?.tables) return
  const { rows: places } = found.facility
    ? await client.query<{ name: string }>(
        'select name from facility union all select full_name from profiles',
      )
    : { rows: [{ name: '' }] }
  const [place] = places
  if (place)
    throw new BackupProblem(
      `There is something in this database already${place.name && ` (${place.name})`}. A restore never overwrites: name an empty database, or another DATA_DIR.`,
    )
}

async function refuseFiles(files: Pick<FileStorage, 'names'>): Promise<void> {
  for await (const name of files.names())
    throw new BackupProblem(
      `There are pictures here already (${name}). A restore never overwrites: name another DATA_DIR or bucket.`,
    )
}

async function fill(client: pg.ClientBase, archive: OpenArchive): Promise<void> {
  const { tables, sequences } = archive.manifest
  const here = await readTables(client)
  const other = [...here].find(([name, columns]) => tables[name]?.columns.join() !== columns.join())?.[0]
  const unknown = other ?? Object.keys(tables).find((name) => !here.has(name))
  if (unknown !== undefined)
    throw new BackupProblem(`The table ${unknown} of the backup and the one of this version differ.`)
  await fillTables(
    (text) => client.query(text),
    [...here.keys()],
    async (name) => {
      const table = tables[name]
      if (!table) return
      const into = client.query(copyFrom(`copy ${name} (${table.columns.join(', ')}) from stdin`))
      await pipeline(await archive.read(`tables/${name}`), into)
      if (into.rowCount !== table.rows)
        throw new BackupProblem(`${name} has ${into.rowCount} rows after the restore, not ${table.rows}.`)
    },
  )
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, last])
}

async function checkAudit(
  client: pg.ClientBase,
  { audit, keys }: Manifest,
  secrets: Parameters<typeof restoreBackup>[1]['secrets'],
): Promise<Restored> {
  const now = fingerprints(secrets)
  const known = now.audit === keys.audit || secrets.auditOld.some((key) => fingerprintOf(key) === keys.audit)
  const warnings = [
    ...(now.auth === keys.auth
      ? []
      : [
          'AUTH_SECRET is not the one of the backup: everyone logs in again, second factors are set up again, and the mail server and Stripe keys from Settings are entered again.',
        ]),
    ...(known
      ? []
      : [
          'AUDIT_KEY is not the one of the backup: the audit log could not be checked, and is not sealed further until the old key is in AUDIT_OLD_KEYS.',
        ]),
  ]
  if (!known) return { sealedEntries: 0, warnings }
  const report = await verifyAudit(client, {
    keys: auditKeys({ secrets }),
    anchor: audit,
    inTransaction: true,
  })
  const [problem] = report.problems
  if (problem) throw new BackupProblem(`The audit log of the backup is not what was sealed: ${problem.what}`)
  return { sealedEntries: report.sealed, warnings }

  function fingerprintOf(key: string): string {
    return fingerprints({ auth: '', audit: key }).audit
  }
}
