import { Kysely } from 'kysely'
import { createPool, type Db } from '../db/database.ts'
import { PipelinedDialect } from '../db/dialect.ts'
import type { Database } from '../db/tables.ts'

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Actual Loops'?: number
  Plans?: Plan[]
}

/** A statement as PostgreSQL has run it once more. */
export interface StatementCost {
  readonly text: string
  readonly buffers: number
  /** Those of the tables that it reads from end to end, or half of: a scan below a limit ends when it has found enough. */
  readonly scanned: string[]
}

/** A database whose statements can be explained: `costsOf` answers what each statement of some work costs. */
export function explainedDatabase(url: string, largeTables: readonly string[]) {
  let statements: Statement[] = []
  const db: Db = new Kysely<Database>({
    dialect: new PipelinedDialect(createPool(url, 2)),
    log: ({ query }) => {
      statements.push(query)
    },
  })
  return {
    db,
    async costsOf(work: () => Promise<unknown>): Promise<StatementCost[]> {
      statements = []
      await work()
      const run = [...statements]
      return Promise.all(run.map((statement) => costOf(url, statement, largeTables)))
    },
  }
}

/** How many rows a scan looked at. */
const visited = (node: Plan): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

async function costOf(
  url: string,
  { sql: text, parameters }: Statement,
  largeTables: readonly string[],
): Promise<StatementCost> {
  const pool = createPool(url, 1)
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [...parameters],
  )
  const sizes = await pool.query<{ name: string; size: number }>(
    'select relname as name, reltuples as size from pg_class where relname = any ($1)',
    [largeTables],
  )
  await pool.end()
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('PostgreSQL explained nothing.')
  const scanned = nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .flatMap((node) => {
      const table = sizes.rows.find(({ name }) => name === node['Relation Name'])
      return table && visited(node) >= table.size / 2 ? [table.name] : []
    })
  return { text, scanned, buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0) }
}
