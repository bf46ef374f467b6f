import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import type { AuditKeys } from './keys.ts'
import {
  commitClient,
  commitValues,
  ENTRY_COLUMNS,
  type Entry,
  keyId,
  leafOf,
  linkMac,
  NO_MAC,
  presentColumns,
  SEAL_COLUMNS,
  type Seal,
  sameMac,
  sealMac,
} from './leaf.ts'

/**
 * Locked while sealing, and while a person is forgotten (`forget_in_audit`). A table, because the serving role may not lock it
 * like this; an advisory lock could be held by every role.
 */
const LOCK = 'lock table audit_sealing in exclusive mode nowait'
const LOCK_NOT_AVAILABLE = '55P03'
/** Entries in one seal: a person who is forgotten during it waits for it. */
const MOST_ENTRIES = 10_000
/** Digests are computed in portions, between which the process serves requests. */
const PORTION = 250
const SALT_BYTES = 16

/** The chain was changed, so nothing is added to it. The message is for the log, and for admins. */
export class DamagedChain extends Error {}

export interface Sealed {
  readonly entries: number
  /** Whether more entries wait. */
  readonly more: boolean
  /** The last seal; null while nothing was ever sealed. */
  readonly head: Seal | null
}

/** Whether a seal was made on this server: after a restore into another one `verify` is called before the chain goes on. */
export interface SealOptions {
  readonly keys: AuditKeys
  /** The last seal that this process has seen: it must still be there. */
  readonly seen?: Seal | null
  readonly verify?: () => Promise<void>
  readonly mostEntries?: number
}

/**
 * Appends the entries that were committed since the last seal to the chain, and seals them, in one transaction that waits for
 * the disk. One process at a time does so.
 *
 * @param client a connection of its own, of a role that may insert into the chain.
 * @returns null while another process seals.
 * @throws {DamagedChain} when the end of the chain is not what was sealed.
 */
export async function seal(client: ClientBase, options: SealOptions): Promise<Sealed | null> {
  if (await isSealing(client)) return null
  await passTransactionNumber(client)
  try {
    await client.query('begin isolation level repeatable read')
    // Takes no snapshot: what is forgotten before is seen, and what is forgotten later waits.
    const locked = await client.query(LOCK).catch(ifLocked)
    if (!locked) {
      await client.query('rollback')
      return null
    }
    const sealed = await sealOnSnapshot(client, options)
    await client.query('set local synchronous_commit = on')
    await client.query('commit')
    return sealed
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Asked before the lock is, because the server writes down each one that was not to be had. */
async function isSealing(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks where relation = 'audit_sealing'::regclass and mode = 'ExclusiveLock' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.length > 0
}

/**
 * Where entries wait, ends a transaction before the snapshot: a snapshot names the transactions that are open only up to the
 * last one that ended. So each number that it does not have is of one that began later, which the verifier relies on.
 */
const passTransactionNumber = (client: ClientBase) =>
  client.query(
    `select pg_current_xact_id() where not exists (
       select from audit_seals last
       where no = (select max(no) from audit_seals) and snapshot is not null
         and not exists (select from audit_log where xid >= pg_snapshot_xmax(last.snapshot))
         and not exists (select from audit_log where xid in (select pg_snapshot_xip(last.snapshot)))
     )`,
  )

function ifLocked(error: unknown): null {
  if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return null
  throw error
}

interface Position {
  /** Of this transaction. */
  readonly snapshot: string
  readonly cluster: string
  readonly at: string
  /** The last seal and the MAC of its last entry; null before the first one. */
  readonly last: (Seal & { readonly head: Buffer }) | null
}

async function sealOnSnapshot(client: ClientBase, options: SealOptions): Promise<Sealed> {
  const { keys, mostEntries = MOST_ENTRIES } = options
  const position = await readPosition(client, options)
  const { last } = position
  const moved = last !== null && last.cluster !== position.cluster
  if (moved) await options.verify?.()
  const entries =
    last?.snapshot && !moved
      ? await entriesSince(client, last.snapshot, position.snapshot, mostEntries)
      : await entriesNotSealed(client, mostEntries)
  const more = entries.length === mostEntries
  if (entries.length === 0 && !moved && last?.snapshot) return { entries: 0, more: false, head: last }
  if (entries.length === 0 && last === null) return { entries: 0, more: false, head: null }
  const start = { seq: BigInt(last?.last_seq ?? 0), head: last?.head ?? NO_MAC }
  const { seq, head } = await append(client, keys.current, start, entries)
  const unsigned = {
    no: String(BigInt(last?.no ?? 0) + 1n),
    last_seq: String(seq),
    // While entries wait, the next run looks where this one looked.
    snapshot: more ? (moved ? null : (last?.snapshot ?? null)) : position.snapshot,
    cluster: position.cluster,
    key_id: keyId(keys.current),
    at: position.at,
  }
  const mac = sealMac(keys.current, last?.mac ?? NO_MAC, head, unsigned)
  await client.query(
    `insert into audit_seals (no, last_seq, snapshot, cluster, key_id, sealed_at, mac)
     values ($1, $2, $3, $4, $5, timestamptz 'epoch' + $6::bigint * interval '1 microsecond', $7)`,
    [unsigned.no, unsigned.last_seq, unsigned.snapshot, unsigned.cluster, unsigned.key_id, unsigned.at, mac],
  )
  return { entries: entries.length, more, head: { ...unsigned, mac } }
}

/** Reads the end of the chain, and checks that it is what was sealed. */
async function readPosition(client: ClientBase, { keys, seen }: SealOptions): Promise<Position> {
  const { rows } = await client.query<{ snapshot: string; cluster: string; at: string; top: string | null }>(
    `select pg_current_snapshot()::text as snapshot, (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as at,
       (select system_identifier::text from pg_control_system()) as cluster, (select max(seq)::text from audit_chain) as top`,
  )
  const [now] = rows
  if (!now) throw new Error('no row')
  const seals = await client.query<Seal & { head: Buffer | null }>(
    `select ${SEAL_COLUMNS}, (select link.mac from audit_chain link where link.seq = last_seq) as head
     from audit_seals order by audit_seals.no desc limit 2`,
  )
  const [last, before] = seals.rows
  if (seen && (!last || BigInt(last.no) < BigInt(seen.no))) {
    throw new DamagedChain(`Seal ${seen.no}, which was there, is gone from the audit log.`)
  }
  if (!last) {
    if (now.top !== null) throw new DamagedChain('The audit log has a chain, but no seal.')
    return { ...now, last: null }
  }
  const key = keys.find(last.key_id)
  if (!key) {
    throw new DamagedChain(
      `The audit log was sealed with the key ${last.key_id}, which is neither AUDIT_KEY nor in AUDIT_OLD_KEYS.`,
    )
  }
  const head = last.head ?? (last.last_seq === '0' ? NO_MAC : null)
  const whole =
    head !== null &&
    (now.top ?? '0') === last.last_seq &&
    (BigInt(last.no) === 1n || before?.no === String(BigInt(last.no) - 1n)) &&
    sameMac(last.mac, sealMac(key, before?.mac ?? NO_MAC, head, last))
  if (!whole)
    throw new DamagedChain(`The end of the audit log is not what seal ${last.no} sealed: verify the log.`)
  return { ...now, last: { ...last, head } }
}

/** What transactions wrote that were open in the last seal's snapshot, or began later. */
async function entriesSince(client: ClientBase, sealed: string, now: string, most: number): Promise<Entry[]> {
  const [, from = '', open = ''] = sealed.split(':')
  const [, until = ''] = now.split(':')
  const { rows } = await client.query<Entry>(
    `select ${ENTRY_COLUMNS} from (
       select * from audit_log where xid = any($1::text[]::xid8[])
       union all
       select * from audit_log where xid >= $2::text::xid8 and xid < $3::text::xid8
     ) e
     where not exists (select from audit_chain link where link.entry_id = e.id)
     order by e.created_at, e.id limit $4`,
    [open === '' ? [] : open.split(','), from, until, most],
  )
  return rows
}

/** What was written before the first seal, or on another server. */
async function entriesNotSealed(client: ClientBase, most: number): Promise<Entry[]> {
  const { rows } = await client.query<Entry>(
    `select ${ENTRY_COLUMNS} from audit_log e
     where not exists (select from audit_chain link where link.entry_id = e.id)
     order by e.created_at, e.id limit $1`,
    [most],
  )
  return rows
}

async function append(
  client: ClientBase,
  key: string,
  start: { seq: bigint; head: Buffer },
  entries: readonly Entry[],
): Promise<{ seq: bigint; head: Buffer }> {
  const personalOf = await readPersonalColumns(client, entries)
  let { seq, head } = start
  for (let at = 0; at < entries.length; at += PORTION) {
    const links = entries.slice(at, at + PORTION).map((entry) => {
      seq += 1n
      const secret = commit(entry, personalOf.get(entry.table_name) ?? [])
      head = linkMac(key, head, seq, entry.id, leafOf(entry, secret))
      return { seq: String(seq), id: entry.id, mac: head, ...secret }
    })
    const column = (name: keyof (typeof links)[number]) => links.map((link) => link[name])
    await client.query(
      `insert into audit_chain (seq, entry_id, mac, personal, salt, commitment, client_salt, client_commitment)
       select * from unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[])`,
      [
        column('seq'),
        column('id'),
        column('mac'),
        column('personal'),
        column('salt'),
        column('commitment'),
        column('client_salt'),
        column('client_commitment'),
      ],
    )
    await breathe()
  }
  return { seq, head }
}

async function readPersonalColumns(client: ClientBase, entries: readonly Entry[]) {
  const tables = [...new Set(entries.map(({ table_name }) => table_name))]
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    'select name, audit_personal_columns(name) as columns from unnest($1::text[]) name',
    [tables],
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

function commit(entry: Entry, columns: readonly string[]) {
  const personal = presentColumns(entry, columns)
  const salt = personal.length > 0 ? randomBytes(SALT_BYTES) : null
  const client_salt = entry.client_info === null ? null : randomBytes(SALT_BYTES)
  return {
    personal: personal.length > 0 ? personal.join(',') : null,
    salt,
    commitment: salt && commitValues(entry, personal, salt),
    client_salt,
    client_commitment: client_salt && commitClient(entry.client_info ?? '', client_salt),
  }
}
