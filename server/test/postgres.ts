import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { DatabaseAddresses } from '../db/roles.ts'
import { addressesFor, copyDatabase, execute, settingsFor } from './administration.ts'

export interface TestDatabase {
  readonly name: string
  /** A private, empty, fully migrated database, for its owner. */
  url: string
  /** Its addresses for each role, and as settings of a process. */
  addresses: DatabaseAddresses
  settings: Record<string, string>
  /** Deletes it and closes open connections. */
  drop(): Promise<void>
}

/**
 * A private database for a test file, copied from the one that `postgresServer.ts` migrated. The
 * server does not wait for the disk; a test of durability starts its own with `startEmbeddedPostgres`.
 *
 * @param like another one to copy, which nothing is connected to
 */
export async function createTestDatabase(like?: TestDatabase): Promise<TestDatabase> {
  const { url, template } = inject('postgres')
  const name = `dugout_test_${randomBytes(6).toString('hex')}`
  const database = await copyDatabase(url, name, like?.name ?? template)
  return {
    name,
    url: database,
    addresses: addressesFor(database),
    settings: settingsFor(database),
    drop: () => execute(url, `drop database if exists ${name} with (force)`),
  }
}
