import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createTestDatabase } from '../../test/postgres.ts'
import type { DatabaseAddresses } from '../roles.ts'
import { type AuditKeys, auditKeys } from './keys.ts'
import { type Sealed, type SealOptions, seal } from './seal.ts'
import { type Anchor, type AuditReport, verifyAudit } from './verify.ts'

export const keysOf = (audit: string, ...auditOld: string[]): AuditKeys =>
  auditKeys({ secrets: { audit, auditOld } })

/** A database whose audit log is sealed when a test says so. */
export interface ChainFixture {
  readonly addresses: DatabaseAddresses
  /** The owner, a superuser: what an attacker with the whole database may do. */
  readonly owner: pg.Client
  readonly app: pg.Client
  readonly sealer: pg.Client
  readonly keys: AuditKeys
  connect(role?: 'owner' | 'app' | 'sealer'): Promise<pg.Client>
  seal(options?: Partial<SealOptions>): Promise<Sealed | null>
  verify(options?: { keys?: AuditKeys; anchor?: Anchor }): Promise<AuditReport>
  /** Writes an entry without personal values; returns the row's id. */
  write(client?: Pick<pg.Pool, 'query'>): Promise<string>
  /** Lets the owner change what the triggers refuse. */
  disarm(): Promise<void>
  close(): Promise<void>
}

export async function openChain(): Promise<ChainFixture> {
  const database = await createTestDatabase()
  const { ownerUrl: owner, url: app, sealerUrl: sealer } = database.addresses
  const urls = { owner, app, sealer }
  const clients: pg.Client[] = []
  const connect = async (role: keyof typeof urls = 'app') => {
    const client = new pg.Client({ connectionString: urls[role], types: pg.types })
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
    return client
  }
  const roles = { owner: await connect('owner'), app: await connect('app'), sealer: await connect('sealer') }
  const keys = keysOf('a-key-that-only-tests-know-and-seal-with')
  return {
    addresses: database.addresses,
    ...roles,
    keys,
    connect,
    seal: (options = {}) => seal(roles.sealer, { keys, ...options }),
    verify: (options = {}) => verifyAudit(roles.owner, { keys, ...options }),
    async write(client: Pick<pg.Pool, 'query'> = roles.app) {
      const id = randomUUID()
      await client.query(
        `insert into closures (id, start_time, end_time) values ($1, now(), now() + interval '1 hour')`,
        [id],
      )
      return id
    },
    async disarm() {
      for (const table of ['audit_log', 'audit_chain', 'audit_seals']) {
        await roles.owner.query(`alter table ${table} disable trigger user`)
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
      await database.drop()
    },
  }
}

/** Adds a person with an entry that has personal values, and who made it with which device. */
export async function addNamed(client: pg.ClientBase, name: string): Promise<string> {
  const id = randomUUID()
  await client.query('begin')
  await client.query(
    `select set_config('dugout.actor_id', $1, true), set_config('dugout.client_info', 'Firefox of ' || $2, true)`,
    [id, name],
  )
  await client.query('insert into profiles (id, full_name, email, phone_number) values ($1, $2, $3, $4)', [
    id,
    name,
    `${id}@example.test`,
    '(409) 555-0123 "quoted", {braced}',
  ])
  await client.query('commit')
  return id
}
