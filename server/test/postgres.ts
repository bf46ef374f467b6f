import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { execute, withDatabase } from './administration.ts'

export interface TestDatabase {
  /** A private, empty, fully migrated database. */
  url: string
  /** Deletes it and closes open connections. */
  drop(): Promise<void>
}

/**
 * A private database for a test file, copied from the one that `postgresServer.ts` migrated. The
 * server does not wait for the disk; a test of durability starts its own with `startEmbeddedPostgres`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres')
  const name = `dugout_test_${randomBytes(6).toString('hex')}`
  await execute(url, `create database ${name} template ${template}`)
  return {
    url: withDatabase(url, name),
    drop: () => execute(url, `drop database if exists ${name} with (force)`),
  }
}
