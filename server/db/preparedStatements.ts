import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** The most prepared statements: PostgreSQL keeps each one in memory per connection. */
const MAX_NAMES = 300

/** As in `select *` and in a comment; that of `count(*)` stands for no columns. */
const asterisk = /(?<!count\()\*/

/**
 * The pool as Kysely uses it, with a name for each statement that has parameters: PostgreSQL then parses and plans
 * it once per connection instead of each time. Statements with `*` get no name: after a
 * migration by a newer process a prepared one would fail.
 *
 * @param isPooled gives none: the next transaction has another connection, to which the name says nothing.
 */
export function withPreparedStatements(pool: pg.Pool, isPooled: boolean): PostgresPool {
  const names = new Map<string, string>()

  const nameOf = (statement: string): string | undefined => {
    const known = names.get(statement)
    if (known !== undefined || names.size === MAX_NAMES || asterisk.test(statement)) return known
    const name = `s${names.size}`
    names.set(statement, name)
    return name
  }
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => {
        const name = values.length > 0 && !isPooled ? nameOf(text) : undefined
        return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
      }
      // Kysely's type has an overload for cursors, which pipelined connections do not support.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
    },
    end: () => pool.end(),
  }
}
