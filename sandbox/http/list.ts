import { sql } from 'kysely'
import type { Scope } from '../settings.ts'
import type { Kind } from '../store/kinds.ts'
import type { Condition, Match } from '../store/store.ts'

interface ListParameters {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
  readonly created?: number | Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number | undefined>> | undefined
}

const DEFAULT_LIMIT = 10

export const listOf = <T>(url: string, data: T[], hasMore = false) => ({
  object: 'list' as const,
  url,
  has_more: hasMore,
  data,
})

/** One page of the objects of a kind that match, newest first. */
export async function listPage<K extends Kind>(
  { store }: Scope,
  kind: K,
  url: string,
  params: ListParameters,
  match: Match,
  also?: Condition,
) {
  const limit = params.limit ?? DEFAULT_LIMIT
  const page = { limit, startingAfter: params.starting_after, endingBefore: params.ending_before }
  for (const cursor of [params.starting_after, params.ending_before]) {
    if (cursor !== undefined) await store.read(kind, cursor, 'starting_after')
  }
  const found = await store.list(kind, match, page, both(createdCondition(params), also))
  const data = found.slice(0, limit)
  if (params.ending_before !== undefined) data.reverse()
  return listOf(url, data, found.length > limit)
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function createdCondition({ created }: ListParameters): Condition | undefined {
  if (created === undefined) return undefined
  if (typeof created === 'number') return sql`(body ->> 'created')::bigint = ${created}`
  const conditions = Object.entries(operators).flatMap(([name, operator]) => {
    const bound = created[name as keyof typeof operators]
    return bound === undefined ? [] : [sql`(body ->> 'created')::bigint ${sql.raw(operator)} ${bound}`]
  })
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` and `)})`
}

const both = (a: Condition | undefined, b: Condition | undefined): Condition | undefined =>
  a && b ? sql`(${a} and ${b})` : (a ?? b)
