import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../server/db/database.ts'
import { missing } from '../http/problem.ts'
import type { Kind, Kinds } from './kinds.ts'
import type { Hidden, SandboxTables } from './tables.ts'

/** An object with its hidden data. */
export interface Stored<K extends Kind> {
  readonly body: Kinds[K]
  readonly hidden: Hidden
}

export interface Page {
  readonly limit: number
  readonly startingAfter?: string | undefined
  readonly endingBefore?: string | undefined
}

/** A path in an object and its value, e.g. `{ 'payment.payment_intent': 'pi_…' }`. */
export type Match = Readonly<Record<string, string | undefined>>

/** A condition on the stored rows. */
export type Condition = RawBuilder<SqlBool>

/** Objects within one transaction. Lock an object before changing it. */
export interface Store {
  insert<K extends Kind>(kind: K, body: Kinds[K], hidden?: Hidden, dueAt?: number | null): Promise<void>
  /** As `insert`, and keeps an object that is stored already. */
  insertOnce<K extends Kind>(kind: K, body: Kinds[K]): Promise<void>
  find<K extends Kind>(kind: K, id: string): Promise<Stored<K> | undefined>
  /** @throws 404 `resource_missing`, naming `param`. */
  read<K extends Kind>(kind: K, id: string, param?: string): Promise<Stored<K>>
  /** As `read`, and locks the object until the transaction ends. */
  lock<K extends Kind>(kind: K, id: string, param?: string): Promise<Stored<K>>
  /** Stores a changed object. `dueAt` in unix seconds: when the worker next processes it; null for never. */
  save<K extends Kind>(kind: K, kept: Stored<K>, dueAt?: number | null): Promise<void>
  /** The object with this page token. */
  byToken<K extends Kind>(kind: K, token: string): Promise<Stored<K> | undefined>
  /** Newest first. One more than the page's limit, so that the caller sees whether there is a next page. */
  list<K extends Kind>(kind: K, match: Match, page: Page, also?: Condition): Promise<Kinds[K][]>
  /** Every object that matches, newest first. */
  all<K extends Kind>(kind: K, match: Match): Promise<Kinds[K][]>
  /** Whether an object is due; checked again under its lock. */
  isDue(id: string, at: Date): Promise<boolean>
  readonly tx: Tx
}

export function createStore(tx: Tx): Store {
  const db = tx.withTables<SandboxTables>()
  const kept = <K extends Kind>(row: { body: object; hidden: Hidden }): Stored<K> => ({
    body: row.body as Kinds[K],
    hidden: row.hidden,
  })

  const find = async <K extends Kind>(kind: K, id: string, locked: boolean) => {
    const row = await db
      .selectFrom('stripe_sandbox.objects')
      .select(['body', 'hidden'])
      .where('id', '=', id)
      .where('object', '=', kind)
      .$if(locked, (query) => query.forUpdate())
      .executeTakeFirst()
    return row && kept<K>(row)
  }
  const require = async <K extends Kind>(kind: K, id: string, param: string, locked: boolean) => {
    const found = await find(kind, id, locked)
    if (!found) throw missing(kind, id, param)
    return found
  }

  const select = <K extends Kind>(kind: K, match: Match, also: Condition | undefined) => {
    let query = db.selectFrom('stripe_sandbox.objects').select('body').where('object', '=', kind)
    for (const [path, value] of Object.entries(match)) {
      if (value !== undefined) query = query.where(at(path), '=', value)
    }
    return also ? query.where(also) : query
  }

  return {
    tx,
    async insert(kind, body, hidden = {}, dueAt = null) {
      await db
        .insertInto('stripe_sandbox.objects')
        .values({
          id: body.id,
          object: kind,
          body: JSON.stringify(body),
          hidden: JSON.stringify(hidden),
          due_at: instant(dueAt),
        })
        .execute()
    },
    async insertOnce(kind, body) {
      await db
        .insertInto('stripe_sandbox.objects')
        .values({ id: body.id, object: kind, body: JSON.stringify(body), due_at: null })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },
    find: (kind, id) => find(kind, id, false),
    read: (kind, id, param = 'id') => require(kind, id, param, false),
    lock: (kind, id, param = 'id') => require(kind, id, param, true),
    async save(_kind, { body, hidden }, dueAt = null) {
      await db
        .updateTable('stripe_sandbox.objects')
        .set({ body: JSON.stringify(body), hidden: JSON.stringify(hidden), due_at: instant(dueAt) })
        .where('id', '=', body.id)
        .execute()
    },
    async byToken(kind, token) {
      const row = await db
        .selectFrom('stripe_sandbox.objects')
        .select(['body', 'hidden'])
        .where(sql`hidden ->> 'token'`, '=', token)
        .where('object', '=', kind)
        .executeTakeFirst()
      return row && kept(row)
    },
    async list<K extends Kind>(kind: K, match: Match, page: Page, also?: Condition) {
      const { limit, startingAfter, endingBefore } = page
      const backwards = endingBefore !== undefined
      const rows = await select(kind, match, also)
        .$if(startingAfter !== undefined, (query) => query.where('seq', '<', seqOf(startingAfter ?? '')))
        .$if(backwards, (query) => query.where('seq', '>', seqOf(endingBefore ?? '')))
        .orderBy('seq', backwards ? 'asc' : 'desc')
        .limit(limit + 1)
        .execute()
      return rows.map(({ body }) => body as unknown as Kinds[K])
    },
    async all<K extends Kind>(kind: K, match: Match) {
      const rows = await select(kind, match, undefined).orderBy('seq', 'desc').execute()
      return rows.map(({ body }) => body as unknown as Kinds[K])
    },
    async isDue(id, moment) {
      const row = await db
        .selectFrom('stripe_sandbox.objects')
        .select('id')
        .where('id', '=', id)
        .where('due_at', '<=', moment)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

type Objects = ExpressionBuilder<SandboxTables, 'stripe_sandbox.objects'>

const seqOf = (id: string) => (objects: Objects) =>
  objects
    .selectFrom('stripe_sandbox.objects as cursor')
    .select('cursor.seq')
    .where('cursor.id', '=', id)
    .$asScalar()

/** Explicit expressions for the two paths that have an index. */
const at = (path: string): RawBuilder<string> =>
  path === 'customer' || path === 'payment_intent'
    ? sql`body ->> ${sql.lit(path)}`
    : sql`body #>> ${path.split('.')}::text[]`

const instant = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1000))
