import pg from 'pg'
import { sealingUser, servingUser } from '../db/embedded/listener.ts'
import type { DatabaseAddresses } from '../db/roles.ts'

/** Runs one statement on a connection of its own. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The same URL for another role; see `createTestRoles` for its password. */
export const asRole = (url: string, role: string) =>
  url.replace(/^(postgres(?:ql)?:\/\/)(?:[^/@]*@)?/, `$1${role}:${TEST_PASSWORD}@`)

/** Where a server of tests asks for one. */
export const TEST_PASSWORD = 'dugout-test'

/** The roles that serve and seal, on a server of tests. Safe to run from several processes at the same moment. */
export async function createTestRoles(url: string): Promise<void> {
  for (const role of [servingUser, sealingUser]) {
    await execute(
      url,
      `do $$ begin create role ${role} login; exception when duplicate_object or unique_violation then null; end $$;
       alter role ${role} password '${TEST_PASSWORD}'`,
    )
  }
}

/** The addresses of a test's database for each role. */
export const addressesFor = (url: string): DatabaseAddresses => ({
  url: asRole(url, servingUser),
  ownerUrl: url,
  sealerUrl: asRole(url, sealingUser),
})

/** The same as settings of a process. */
export function settingsFor(url: string) {
  const { ownerUrl, sealerUrl, url: servingUrl } = addressesFor(url)
  return { DATABASE_URL: servingUrl, DATABASE_OWNER_URL: ownerUrl, AUDIT_DATABASE_URL: sealerUrl }
}

/**
 * A copy of a migrated database, file by file: half the work of PostgreSQL's default. Unlike the rights on its tables, those
 * on the database itself are not copied.
 */
export async function copyDatabase(server: string, name: string, template: string): Promise<string> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    await client.query(`revoke temporary on database ${name} from public`)
  } finally {
    await client.end()
  }
  return withDatabase(server, name)
}

/** The URL of another database on the same server. */
export const withDatabase = (url: string, database: string) =>
  url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`)
