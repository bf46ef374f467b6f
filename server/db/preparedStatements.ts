import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Each connection of the database remembers every statement, so there must be an end to their number. */
const MOST_NAMES = 300

/**
 * The pool as Kysely uses it, with a name for each statement that has parameters: PostgreSQL then parses and plans
 * it once per connection instead of each time. Statements that name no columns (`*`) stay without: after a
 * migration by a newer process a remembered one would fail.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()

  const nameOf = (statement: string): string | undefined => {
    const known = names.get(statement)
    if (known !== undefined || names.size === MOST_NAMES || statement.includes('*')) return known
    const name = `s${names.size}`
    names.set(statement, name)
    return name
  }
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => {
        const name = values.length > 0 ? nameOf(text) : undefined
        return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
      }
      // Kysely's type has a second form, for cursors, which pipelined connections refuse.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
    },
    end: () => pool.end(),
  }
}
