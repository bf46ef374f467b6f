import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from '../server/config.ts'
import { createDb, createPool, system, transaction } from '../server/db/database.ts'
import { noReminders } from '../server/features/facility/reminderSettings.ts'
import { parseFacilityFile } from '../server/features/settings/facilityFile.ts'
import { setUpFacility } from '../server/features/settings/setUpFacility.ts'
import { openDatabase } from '../server/openDatabase.ts'
import {
  copyDatabase,
  createTestRoles,
  execute,
  settingsFor,
  withDatabase,
} from '../server/test/administration.ts'
import { startThrowawayServer } from '../server/test/throwawayServer.ts'

const TEMPLATE = 'journeys_template'
/** For the workers, which inherit it. */
const ADDRESS = 'JOURNEYS_DATABASE_SERVER'
const FILES = 'JOURNEYS_FILES'

/** What all processes on a journey's facility have in common. */
export const commonSettings = {
  NODE_ENV: 'development',
  AUTH_SECRET: 'a-secret-that-only-journeys-know-and-use',
  AUDIT_KEY: 'a-key-that-only-journeys-know-and-seal-with',
  LOG_LEVEL: 'warn',
}

/** All journeys have the same network address; without automatic reminders the mails do not depend on the hour of the run. */
const settingsOfJourneys = {
  unpaid_guest_hours_per_address: null,
  open_checkouts_per_address: null,
  ...noReminders,
}

/**
 * Before all journeys: a database server that does not wait for the disk, with one migrated database that has the demo
 * facility. Each worker gets a copy, which takes a tenth of the time.
 */
export default async function setUpTemplate(): Promise<() => Promise<void>> {
  const server = await startThrowawayServer('dugout-journeys-')
  const url = withDatabase(server.url, TEMPLATE)
  await execute(server.url, `create database ${TEMPLATE}`)
  const files = mkdtempSync(join(tmpdir(), 'dugout-journeys-files-'))
  await createTestRoles(server.url)
  const settings = { ...commonSettings, ...settingsFor(url), DATA_DIR: files, DEMO_SEED: 'true' }
  await openDatabase(loadConfig(settings), pino({ level: 'warn' }))
  const db = createDb(createPool(url, 1))
  const file = parseFacilityFile(JSON.stringify(settingsOfJourneys))
  await transaction(db, system, (tx) => setUpFacility(tx, file, new Date()))
  await db.destroy()
  process.env[ADDRESS] = server.url
  process.env[FILES] = files
  return async () => {
    await server.stop()
    rmSync(files, { recursive: true })
  }
}

/** The settings of a new copy of the demo facility, or of a new database: its database, and its folder with the pictures. */
export async function copyFacility(
  empty: boolean,
): Promise<Record<'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR', string>> {
  const server = process.env[ADDRESS] ?? ''
  const name = `journeys_${randomUUID().slice(0, 8)}`
  const url = await copyDatabase(server, name, empty ? 'template1' : TEMPLATE)
  const folder = mkdtempSync(join(tmpdir(), 'dugout-facility-'))
  if (!empty) cpSync(process.env[FILES] ?? '', folder, { recursive: true })
  return { ...settingsFor(url), DATA_DIR: folder }
}
