import type { ClientBase } from 'pg'
import type { AuditKeys } from './keys.ts'
import {
  type Commitments,
  commitClient,
  commitValues,
  ENTRY_COLUMNS,
  type Entry,
  isForgotten,
  leafOf,
  linkMac,
  NO_MAC,
  SEAL_COLUMNS,
  type Seal,
  sameMac,
  sealMac,
} from './leaf.ts'

/** What is wrong with the log. */
export interface AuditProblem {
  readonly kind:
    | 'changed'
    | 'deleted'
    | 'inserted'
    | 'not_forgotten'
    | 'removed_from_chain'
    | 'seal_changed'
    | 'cut_back'
    | 'unknown_key'
  /** Its place in the chain; null for one that is not in it. */
  readonly seq: string | null
  readonly entry: Pick<Entry, 'id' | 'table_name' | 'record_id'> | null
  /** A sentence. */
  readonly what: string
}

export interface AuditReport {
  readonly sealed: number
  /** Entries that wait to be sealed. */
  readonly unsealed: number
  readonly head: Seal | null
  /** In the order of the chain, up to the first one in it, then those that are not in it. Empty for a whole log. */
  readonly problems: readonly AuditProblem[]
}

/** A seal that was noted outside the database, such as in the daily mail. */
export interface Anchor {
  readonly no: string
  /** In hexadecimal. */
  readonly mac: string
}

const BATCH = 5_000
const MOST_INSERTED = 10

interface Link extends Commitments {
  readonly seq: string
  readonly entry_id: string
  readonly mac: Buffer
  readonly salt: Buffer | null
  readonly client_salt: Buffer | null
  /** Null when the entry is gone. */
  readonly entry: Entry | null
}

/**
 * Checks every entry of the audit log against the chain, every seal, and the anchor. Reads one snapshot, needs nothing but
 * the right to read, and stops at the first link that does not fit: what follows cannot be judged.
 *
 * @param options.inTransaction when the caller has begun one that is repeatable read.
 */
export async function verifyAudit(
  client: ClientBase,
  options: { keys: AuditKeys; anchor?: Anchor | null; inTransaction?: boolean },
): Promise<AuditReport> {
  if (options.inTransaction) return check(client, options)
  await client.query('begin isolation level repeatable read read only')
  return check(client, options).finally(() => client.query('commit'))
}

async function check(
  client: ClientBase,
  { keys, anchor }: { keys: AuditKeys; anchor?: Anchor | null },
): Promise<AuditReport> {
  const walk = await walkChain(client, keys, anchor ?? null)
  const unsealed = await readUnsealed(client, walk)
  return {
    sealed: walk.sealed,
    unsealed: unsealed.count - unsealed.problems.length,
    head: walk.last,
    problems: [...walk.problems, ...unsealed.problems],
  }
}

interface Walk {
  readonly sealed: number
  readonly last: Seal | null
  readonly times: EarliestTimes
  readonly problems: AuditProblem[]
}

async function walkChain(client: ClientBase, keys: AuditKeys, anchor: Anchor | null): Promise<Walk> {
  const forgotten = await readForgotten(client)
  const times = earliestTimes()
  const links = readLinks(client)
  let link = await links.next()
  let seq = 0n
  let head: Buffer = NO_MAC
  let last: Seal | null = null
  let anchored = anchor === null
  // Fits into the chain, but what says that it was forgotten is missing: perhaps that entry is the one that was changed.
  let unproven: AuditProblem | null = null
  const end = (...problems: AuditProblem[]): Walk => ({
    sealed: Number(seq),
    last,
    times,
    problems: problems.length === 0 && unproven ? [unproven] : problems,
  })

  for await (const seal of readSeals(client)) {
    const key = keys.find(seal.key_id)
    if (!key) return end(sealProblem('unknown_key', seal))
    if (BigInt(seal.no) !== BigInt(last?.no ?? 0) + 1n) return end(sealProblem('seal_changed', seal))
    while (!link.done && BigInt(link.value.seq) <= BigInt(seal.last_seq)) {
      const found = link.value
      const problem = problemOf(found, { seq: seq + 1n, head, key, forgotten })
      if (problem?.kind === 'not_forgotten') unproven ??= problem
      else if (problem) return end(problem)
      if (found.entry && times.isTooEarly(found.entry, seal)) return end(datedBack(found))
      seq += 1n
      head = found.mac
      link = await links.next()
    }
    if (seq !== BigInt(seal.last_seq)) return end(removed(seq + 1n))
    if (!sameMac(seal.mac, sealMac(key, last?.mac ?? NO_MAC, head, seal)))
      return end(sealProblem('seal_changed', seal))
    if (anchor?.no === seal.no) {
      if (anchor.mac !== seal.mac.toString('hex')) return end(cutBack(anchor))
      anchored = true
    }
    times.pass(seal)
    last = seal
  }
  if (!link.done)
    return end({ ...where(link.value), kind: 'inserted', what: 'is in the chain without a seal' })
  return anchored || anchor === null ? end() : end(cutBack(anchor))
}

/** What is wrong with a link of the chain; null if it fits. */
function problemOf(
  link: Link,
  expected: { seq: bigint; head: Buffer; key: string; forgotten: Forgotten },
): AuditProblem | null {
  if (BigInt(link.seq) !== expected.seq) return removed(expected.seq)
  const problem = (kind: AuditProblem['kind'], what: string) => ({ ...where(link), kind, what })
  const { entry } = link
  if (!entry) return problem('deleted', 'was deleted')
  const mac = linkMac(expected.key, expected.head, expected.seq, entry.id, leafOf(entry, link))
  if (!sameMac(mac, link.mac)) return problem('changed', 'was changed, or moved in the chain')
  const columns = link.personal?.split(',') ?? []
  const values = link.salt
    ? link.commitment !== null && sameMac(link.commitment, commitValues(entry, columns, link.salt))
    : isForgotten(entry, columns)
  if (!values) return problem('changed', 'has personal values that were changed')
  const client = entry.client_info
  const device = link.client_salt
    ? client !== null &&
      link.client_commitment !== null &&
      sameMac(link.client_commitment, commitClient(client, link.client_salt))
    : client === null
  if (!device) return problem('changed', 'has a device that was changed')
  const proven =
    (link.salt !== null || link.commitment === null || expected.forgotten.values.has(entry.id)) &&
    (link.client_salt !== null || link.client_commitment === null || expected.forgotten.devices.has(entry.id))
  return proven
    ? null
    : problem('not_forgotten', 'lost personal values, and no entry says that they were forgotten')
}

const where = (link: Link) => ({
  seq: link.seq,
  entry: link.entry ?? { id: link.entry_id, table_name: '', record_id: '' },
})

const DATED_BACK = 'was inserted later than it says: the log was sealed since then, without it'

const datedBack = (link: Link): AuditProblem => ({ ...where(link), kind: 'inserted', what: DATED_BACK })

const removed = (seq: bigint): AuditProblem => ({
  kind: 'removed_from_chain',
  seq: String(seq),
  entry: null,
  what: 'is missing in the chain',
})

const sealProblem = (kind: 'seal_changed' | 'unknown_key', { no, last_seq, key_id }: Seal): AuditProblem => ({
  kind,
  seq: last_seq,
  entry: null,
  what:
    kind === 'unknown_key'
      ? `is sealed with the key ${key_id}, which is neither AUDIT_KEY nor in AUDIT_OLD_KEYS`
      : `ends at seal ${no}, which was changed, or follows one that is missing`,
})

const cutBack = ({ no }: Anchor): AuditProblem => ({
  kind: 'cut_back',
  seq: null,
  entry: null,
  what: `Seal ${no} of the anchor is missing, or another one: the log was cut back, or rewritten.`,
})

/** Entries whose personal values were forgotten, by the entries that say so. These are in the chain themselves. */
interface Forgotten {
  readonly values: ReadonlySet<string>
  readonly devices: ReadonlySet<string>
}

async function readForgotten(client: ClientBase): Promise<Forgotten> {
  const { rows } = await client.query<{ values: string[] | null; devices: string[] | null }>(
    `select new_values -> 'values' as values, new_values -> 'devices' as devices from audit_log where action = 'FORGET'`,
  )
  return {
    values: new Set(rows.flatMap(({ values }) => values ?? [])),
    devices: new Set(rows.flatMap(({ devices }) => devices ?? [])),
  }
}

async function* readSeals(client: ClientBase): AsyncGenerator<Seal, undefined> {
  let after = '-9223372036854775808'
  for (;;) {
    const { rows } = await client.query<Seal>(
      `select ${SEAL_COLUMNS} from audit_seals where no > $1::bigint order by audit_seals.no limit ${BATCH}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.no
  }
}

async function* readLinks(client: ClientBase): AsyncGenerator<Link, undefined> {
  let after = '-9223372036854775808'
  for (;;) {
    const { rows } = await client.query<Omit<Link, 'entry'> & Entry & { present: boolean }>(
      `select link.seq::text, link.entry_id, link.mac, link.personal, link.salt, link.commitment, link.client_salt,
         link.client_commitment, ${ENTRY_COLUMNS}, e.id is not null as present
       from audit_chain link left join audit_log e on e.id = link.entry_id
       where link.seq > $1::bigint order by link.seq limit ${BATCH}`,
      [after],
    )
    for (const row of rows) yield { ...row, entry: row.present ? row : null }
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}

/** Entries outside the chain: how many, and those that should be in it. */
async function readUnsealed(client: ClientBase, { last, times }: Walk) {
  const { rows } = await client.query<
    Pick<Entry, 'id' | 'at' | 'table_name' | 'record_id'> & { xid: string | null }
  >(
    `select e.id, e.table_name, e.record_id, e.xid::text, (extract(epoch from e.created_at) * 1000000)::bigint::text as at
     from audit_log e
     where not exists (select from audit_chain link where link.entry_id = e.id) order by e.created_at, e.id`,
  )
  const now = await client.query<{ snapshot: string; cluster: string; at: string }>(
    `select pg_current_snapshot()::text as snapshot, (select system_identifier::text from pg_control_system()) as cluster,
       (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as at`,
  )
  const [{ snapshot = '', cluster = '', at = '0' } = {}] = now.rows
  // Without a complete seal, or one of this server, nobody knows which entries came later.
  if (!last?.snapshot || last.cluster !== cluster) return { count: rows.length, problems: [] }
  const sealed = parseSnapshot(last.snapshot)
  const present = parseSnapshot(snapshot)
  const inserted = rows.filter(
    (entry) =>
      entry.xid === null ||
      sealed.sees(entry.xid) ||
      !present.sees(entry.xid) ||
      times.isTooEarly(entry, { at, cluster }),
  )
  return {
    count: rows.length,
    problems: inserted.slice(0, MOST_INSERTED).map(
      ({ id, table_name, record_id }): AuditProblem => ({
        kind: 'inserted',
        seq: null,
        entry: { id, table_name, record_id },
        what: DATED_BACK,
      }),
    ),
  }
}

/** PostgreSQL's text of a snapshot: the first open transaction, the next one, and those that are open. */
function parseSnapshot(snapshot: string) {
  const [, next = '0', open = ''] = snapshot.split(':')
  const opened = new Set(open === '' ? [] : open.split(','))
  return { next, opened, sees: (xid: string) => BigInt(xid) < BigInt(next) && !opened.has(xid) }
}

/** Clocks are set right, and an entry takes its time a little before its transaction has a number. In microseconds. */
const TOLERANCE = 60_000_000n

interface EarliestTimes {
  /** Takes note of a seal, after its entries. */
  pass(seal: Seal): void
  /** Whether an entry of the seal after that says that it is older than its transaction can be. */
  isTooEarly(entry: { xid: string | null; at: string }, seal: Pick<Seal, 'at' | 'cluster'>): boolean
}

/**
 * When transactions began at the earliest, by the seals: one whose number a seal's snapshot did not have yet began after that
 * seal. So an entry that is dated back is found though it is sealed like a true one.
 */
function earliestTimes(): EarliestTimes {
  /** The newest snapshot, and when it was taken. */
  let seen: { snapshot: string; cluster: string; next: bigint; at: bigint } | null = null
  /** Of the transactions that were open in it; null where no seal says. */
  let open = new Map<string, bigint | null>()
  return {
    pass({ snapshot, cluster, at }) {
      if (snapshot === null) {
        seen = null
        open = new Map()
      } else if (snapshot !== seen?.snapshot || cluster !== seen.cluster) {
        const before = seen?.cluster === cluster ? seen : null
        const { next, opened } = parseSnapshot(snapshot)
        const began = (xid: string) =>
          before && BigInt(xid) >= before.next ? before.at : before ? (open.get(xid) ?? null) : null
        open = new Map([...opened].map((xid) => [xid, began(xid)]))
        seen = { snapshot, cluster, next: BigInt(next), at: BigInt(at) }
      }
    },
    isTooEarly(entry, seal) {
      if (entry.xid === null || !seen || seen.cluster !== seal.cluster) return false
      const began = BigInt(entry.xid) >= seen.next ? seen.at : open.get(entry.xid)
      if (began === null || began === undefined) return false
      // Where the clock was set back since then, the seal itself is older.
      const earliest = BigInt(seal.at) < began ? BigInt(seal.at) : began
      return BigInt(entry.at) < earliest - TOLERANCE
    },
  }
}
