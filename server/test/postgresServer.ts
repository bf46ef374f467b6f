import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { grantRoles } from '../db/roles.ts'
import { addressesFor, createTestRoles, execute, withDatabase } from './administration.ts'
import { startThrowawayServer } from './throwawayServer.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run: its address and the name of the migrated template. */
    postgres: { url: string; template: string }
  }
}

/**
 * One PostgreSQL per test run, with a template database that is migrated once and copied for each test file. The server
 * is created for this run, unless TEST_DATABASE_URL names another one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL
  const server = external
    ? { url: external, stop: async () => {} }
    : await startThrowawayServer('dugout-test-')
  const template = `dugout_template_${randomBytes(4).toString('hex')}`
  await execute(server.url, `create database ${template}`)
  const pool = new pg.Pool({ connectionString: withDatabase(server.url, template), max: 2 })
  await createTestRoles(server.url)
  const url = withDatabase(server.url, template)
  await migrate(pool)
    .then(() => grantRoles(pool, addressesFor(url)))
    .finally(() => pool.end())
  project.provide('postgres', { url: server.url, template })
  return async () => {
    if (external) await execute(server.url, `drop database ${template} with (force)`)
    await server.stop()
  }
}
