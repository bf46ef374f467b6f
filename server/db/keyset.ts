import { createHash } from 'node:crypto'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { PageQuery } from '../../shared/contract/page.ts'
import { Refusal, refuse } from '../refusal.ts'

type KeyValue = string | number
/** The values of a row's key columns: its place in the list. */
export type Key = readonly KeyValue[]

/** A column by which a list is sorted, and how its values travel in a cursor. */
export interface KeyColumn {
  /** What is read into the cursor. */
  readonly read: RawBuilder<unknown>
  /** What is sorted by. */
  readonly sort: RawBuilder<unknown>
  /** Parses a cursor's value, so that no query fails on a cursor that someone made up. */
  readonly schema: z.ZodType<KeyValue>
  /** The value as PostgreSQL compares it with the column. */
  readonly literal: (value: KeyValue) => RawBuilder<unknown>
}

/** PostgreSQL's texts cannot contain NUL. */
export const keyText = (column: string): KeyColumn => ({
  read: sql.ref(column),
  sort: sql.ref(column),
  schema: z.string().refine((text) => !text.includes('\0')),
  literal: (text) => sql`${text}::text`,
})

/** Any id, also one that is a digest and has no version of a UUID. */
export const keyId = (column: string): KeyColumn => ({
  read: sql.ref(column),
  sort: sql.ref(column),
  schema: z.guid(),
  literal: (id) => sql`${id}::uuid`,
})

/**
 * Travels in microseconds since 1970: a JavaScript date would round what PostgreSQL sorts by. Divides only, because a
 * statement with an asterisk is not prepared.
 */
export const keyInstant = (column: string): KeyColumn => ({
  read: sql`(extract(epoch from ${sql.ref(column)}) / 0.000001)::float8`,
  sort: sql.ref(column),
  schema: z.int(),
  literal: (microseconds) => sql`to_timestamp(${microseconds}::float8 / 1000000)`,
})

/** A `date`. */
export const keyDay = (column: string): KeyColumn => ({
  read: sql.ref(column),
  sort: sql.ref(column),
  schema: z.iso.date(),
  literal: (day) => sql`${day}::date`,
})

/** A `time` of the day. */
export const keyTime = (column: string): KeyColumn => ({
  read: sql.ref(column),
  sort: sql.ref(column),
  schema: z.iso.time(),
  literal: (time) => sql`${time}::time`,
})

export interface Page<Row> {
  items: Row[]
  cursor: string | null
}

/**
 * All pages of a list. Each is read while the one before it is used, and no further. Every page is a statement of its own, so
 * that a reader who takes minutes holds no transaction open. Pages may be empty.
 */
export async function* everyPage<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row> | Refusal>,
): AsyncGenerator<readonly Row[], void, undefined> {
  let next: Promise<Page<Row> | Refusal> | null = read(undefined)
  while (next) {
    const page: Page<Row> | Refusal = await next
    if (page instanceof Refusal) throw new Error(`A list refused its own cursor: ${page.code}`)
    next = page.cursor === null ? null : read(page.cursor)
    // Where the reader leaves, nobody awaits it any more.
    next?.catch(() => undefined)
    yield page.items
  }
}

/** Where a page begins. */
export interface PageStart {
  /** The last row of the page before; null at the beginning of the list. */
  readonly after: Key | null
  /** Rows to skip: only for `page_number`. */
  readonly offset: number
  readonly size: number
  readonly cursorAfter: (key: Key) => string
}

/**
 * Reads where a page begins. A cursor is bound to its list and to the search, filters and sort with which it was made: it
 * continues that order and no other.
 *
 * @param list the list's own name, unlike any other's.
 * @param schemas of the key's values.
 * @returns `cursor_invalid` for a cursor of another list or query, and for one that is damaged.
 */
export function openPage(
  list: string,
  schemas: readonly z.ZodType<KeyValue>[],
  query: PageQuery,
): PageStart | Refusal {
  const { cursor, page_number: number = 1, page_size: size } = query
  const digest = digestOf(list, query)
  const cursorAfter = (key: Key) => Buffer.from(JSON.stringify({ q: digest, k: key })).toString('base64url')
  if (cursor === undefined) return { after: null, offset: (number - 1) * size, size, cursorAfter }
  const read = cursorShape.safeParse(decoded(cursor)).data
  const isKey =
    read?.k.length === schemas.length && schemas.every((schema, n) => schema.safeParse(read.k[n]).success)
  if (read?.q !== digest || !isKey) return refuse('cursor_invalid')
  return { after: read.k, offset: 0, size, cursorAfter }
}

const cursorShape = z.object({ q: z.string(), k: z.array(z.union([z.string(), z.number()])) })

/**
 * A list that is paged by keyset (decision 33): a page begins after the sort values of the row before it, so rows that
 * come and go in between make it skip or repeat none.
 *
 * @param columns the sort columns, all in one direction, the last of them unique. An index on them serves every page.
 */
export function keysetList(name: string, columns: readonly KeyColumn[], direction: 'asc' | 'desc') {
  const open = (query: PageQuery) =>
    openPage(
      name,
      columns.map(({ schema }) => schema),
      query,
    )

  /** Reads one page of the rows that `rows` selects; it must not have an order or a limit yet. */
  async function read<DB, Table extends keyof DB, Row>(
    rows: SelectQueryBuilder<DB, Table, Row>,
    start: PageStart,
  ): Promise<Page<Row>> {
    let page = rows
      .select(sql<Key>`json_build_array(${sql.join(columns.map((column) => column.read))})`.as('page_key'))
      .limit(start.size + 1)
      .offset(start.offset)
    for (const { sort } of columns) page = page.orderBy(sort, direction)
    if (start.after) page = page.where(comesAfter(columns, start.after, direction))
    const found = (await page.execute()) as (Row & { page_key: Key })[]
    const items = found.slice(0, start.size)
    const last = items.at(-1)
    return {
      items: items.map(({ page_key, ...row }) => row as unknown as Row),
      cursor: last && found.length > start.size ? start.cursorAfter(last.page_key) : null,
    }
  }

  return { open, read }
}

/** One comparison of rows: PostgreSQL starts its index at that place. A second bound beside it would start elsewhere. */
function comesAfter(columns: readonly KeyColumn[], key: Key, direction: 'asc' | 'desc'): RawBuilder<SqlBool> {
  const literals = columns.map(({ literal }, n) => literal(key[n] ?? ''))
  const operator = direction === 'asc' ? sql`>` : sql`<`
  return sql`(${sql.join(columns.map(({ sort }) => sort))}) ${operator} (${sql.join(literals)})`
}

/** All of the query that decides which rows a list has and in which order. */
function digestOf(name: string, { cursor, page_number, page_size, ...rest }: PageQuery): string {
  const asked = Object.entries(rest)
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([name, asked]))
    .digest('base64url')
    .slice(0, 16)
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}
