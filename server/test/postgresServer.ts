import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { alive } from '../db/embedded/process.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { execute, withDatabase } from './administration.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run: its address and the name of the migrated template. */
    postgres: { url: string; template: string }
  }
}

const silent = { info: () => {} }
const prefix = 'dugout-test-'

/**
 * One PostgreSQL per test run, with a template database that is migrated once and copied for each test file. The server
 * is created for this run, unless TEST_DATABASE_URL names another one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL
  const server = external ? { url: external, stop: async () => {} } : await startOwnServer()
  const template = `dugout_template_${randomBytes(4).toString('hex')}`
  await execute(server.url, `create database ${template}`)
  const pool = new pg.Pool({ connectionString: withDatabase(server.url, template), max: 2 })
  await migrate(pool).finally(() => pool.end())
  project.provide('postgres', { url: server.url, template })
  return async () => {
    if (external) await execute(server.url, `drop database ${template} with (force)`)
    await server.stop()
  }
}

async function startOwnServer() {
  await removeAbandonedServers()
  return startEmbeddedPostgres({
    dataDir: join(tmpdir(), `${prefix}${process.pid}`),
    log: silent,
    throwaway: true,
  })
}

/** A killed test run leaves its server running: the next run takes it over and deletes it. */
async function removeAbandonedServers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isNaN(pid) || alive(pid)) continue
    const dataDir = join(tmpdir(), name)
    await startEmbeddedPostgres({ dataDir, log: silent, throwaway: true }).then(
      (abandoned) => abandoned.stop(),
      () => rm(dataDir, { recursive: true, force: true }),
    )
  }
}
