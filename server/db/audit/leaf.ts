import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

// What is sealed of an entry, and how. The sealer and the verifier use this code, and no function of the database,
// which whoever changes the log could change along with it. Any change here breaks every chain: change the versions
// in the first fields then, and keep the old code for what was sealed with it.

/** An entry as text, as `ENTRY_COLUMNS` selects it. */
export interface Entry {
  readonly id: string
  /** Microseconds since 1970. */
  readonly at: string
  readonly action: string
  readonly table_name: string
  readonly record_id: string
  readonly user_id: string | null
  readonly description: string | null
  readonly old_values: string | null
  readonly new_values: string | null
  readonly client_info: string | null
  readonly staff_change_id: string | null
  readonly xid: string | null
}

/** Of the table `audit_log` under the name `e`. */
export const ENTRY_COLUMNS = `e.id, (extract(epoch from e.created_at) * 1000000)::bigint::text as at, e.action,
  e.table_name, e.record_id, e.user_id, e.description, e.old_values::text, e.new_values::text, e.client_info,
  e.staff_change_id, e.xid::text`

/** How the personal values of an entry stand in for themselves: by digests that say nothing without their salts. */
export interface Commitments {
  /** Names of columns, separated by commas; null where there are none. */
  readonly personal: string | null
  readonly commitment: Buffer | null
  readonly client_commitment: Buffer | null
}

/** Each field with its length in front, so that no two lists of fields have the same text. */
const fields = (values: readonly (string | null)[]): string =>
  values.map((value) => (value === null ? '-' : `${value.length}:${value}`)).join(',')

const digest = (salt: Buffer | null, values: readonly (string | null)[]): Buffer => {
  const hash = createHash('sha256')
  if (salt) hash.update(salt)
  return hash.update(fields(values)).digest()
}

/** The digest of an entry's personal values. */
export function commitValues(entry: Entry, personal: readonly string[], salt: Buffer): Buffer {
  return digest(salt, [
    'dugout audit values 1',
    pick(entry.old_values, personal, true),
    pick(entry.new_values, personal, true),
  ])
}

/** The digest of the device that an entry names. */
export const commitClient = (clientInfo: string, salt: Buffer): Buffer =>
  digest(salt, ['dugout audit client 1', clientInfo])

/** The digest of everything else of an entry, and of those two. */
export function leafOf(entry: Entry, { personal, commitment, client_commitment }: Commitments): Buffer {
  const columns = personal?.split(',') ?? []
  return digest(null, [
    'dugout audit entry 1',
    entry.id,
    entry.at,
    entry.action,
    entry.table_name,
    entry.record_id,
    entry.user_id,
    entry.description,
    pick(entry.old_values, columns, false),
    pick(entry.new_values, columns, false),
    entry.staff_change_id,
    entry.xid,
    personal,
    commitment?.toString('hex') ?? null,
    client_commitment?.toString('hex') ?? null,
  ])
}

/** The head of an empty chain. */
export const NO_MAC = Buffer.alloc(32)

/** The next MAC of the chain. */
export const linkMac = (key: string, before: Buffer, seq: bigint, entryId: string, leaf: Buffer): Buffer =>
  createHmac('sha256', key).update(before).update(`${seq}:${entryId}:`).update(leaf).digest()

/** A seal, as text. */
export interface Seal {
  readonly no: string
  readonly last_seq: string
  readonly snapshot: string | null
  readonly cluster: string
  readonly key_id: string
  /** Microseconds since 1970. */
  readonly at: string
  readonly mac: Buffer
}

/** Of the table `audit_seals`. */
export const SEAL_COLUMNS = `no::text, last_seq::text, snapshot::text, cluster, key_id,
  (extract(epoch from sealed_at) * 1000000)::bigint::text as at, mac`

/** The MAC of a seal: over the chain's head, and over the seal before. */
export const sealMac = (key: string, before: Buffer, head: Buffer, seal: Omit<Seal, 'mac'>): Buffer =>
  createHmac('sha256', key)
    .update(before)
    .update(head)
    .update(
      fields([
        'dugout audit seal 1',
        seal.no,
        seal.last_seq,
        seal.snapshot,
        seal.cluster,
        seal.key_id,
        seal.at,
      ]),
    )
    .digest()

/** Whether two MACs are equal, compared in constant time. */
export const sameMac = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Names a key without telling it. */
export const keyId = (key: string): string =>
  createHash('sha256').update(`dugout audit key:${key}`).digest('hex').slice(0, 16)

/** Those of `columns` that an entry's values have. */
export function presentColumns(entry: Entry, columns: readonly string[]): string[] {
  const names = new Set<string>()
  for (const values of [entry.old_values, entry.new_values]) {
    for (const { name } of members(values)) if (columns.includes(name)) names.add(name)
  }
  return [...names].sort()
}

/** Whether all of these columns were forgotten, wherever the entry has them. */
export const isForgotten = (entry: Entry, columns: readonly string[]): boolean =>
  [entry.old_values, entry.new_values].every((values) =>
    members(values).every(({ name, text }) => !columns.includes(name) || text.endsWith(': "[hidden]"')),
  )

/** The members of a JSON object with (or else without) these names, as PostgreSQL writes them. */
function pick(values: string | null, names: readonly string[], wanted: boolean): string | null {
  if (values === null || (names.length === 0 && !wanted)) return values
  return members(values)
    .filter(({ name }) => names.includes(name) === wanted)
    .map(({ text }) => text)
    .join(', ')
}

/**
 * The members of an object in the text of a `jsonb`, unparsed, because parsing would lose digits of numbers. Anything but an
 * object is one member without a name.
 */
function members(values: string | null): { name: string; text: string }[] {
  if (values === null) return []
  if (!values.startsWith('{')) return [{ name: '', text: values }]
  const found: { name: string; text: string }[] = []
  let depth = 0
  let start = 1
  for (let at = 0; at < values.length; at += 1) {
    const code = values.charCodeAt(at)
    if (code === QUOTE) at = endOfString(values, at)
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
    if ((code === COMMA && depth === 1) || (code === CLOSE_BRACE && depth === 0)) {
      const text = values.slice(start, at).trimStart()
      if (text !== '') found.push({ name: nameOf(text), text })
      start = at + 1
    }
  }
  return found
}

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125]

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

const nameOf = (member: string): string => JSON.parse(member.slice(0, endOfString(member, 0) + 1))
