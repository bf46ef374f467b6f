import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { systemClock } from '../server/clock.ts'
import { type Config, loadConfig } from '../server/config.ts'
import { auditKeys } from '../server/db/audit/keys.ts'
import { createDb, createPool, type Db } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { grantRoles } from '../server/db/roles.ts'
import { addCoach, type TestCoach } from '../server/features/coaches/coachTestKit.ts'
import { noLimits } from '../server/features/facility/limits.ts'
import { noReminders } from '../server/features/facility/reminderSettings.ts'
import { reconcileSubscriptions } from '../server/features/memberships/reconcile.ts'
import { reconcilePayments } from '../server/features/payments/provider/reconcile.ts'
import { configuredAddresses } from '../server/openDatabase.ts'
import { seedFacility } from '../server/seed/facility.ts'
import { start } from '../server/start.ts'
import {
  addressesFor,
  createTestRoles,
  execute,
  settingsFor,
  withDatabase,
} from '../server/test/administration.ts'
import { type AppProcess, startAppProcess } from '../server/test/appProcess.ts'
import { tuesday } from '../server/test/cageTime.ts'
import { type CardProvider, startCardProvider } from '../server/test/cardProvider.ts'
import { addCages, addPerson, type Person } from '../server/test/factories.ts'
import { openMailServer, type TestMailServer } from '../server/test/mailServer.ts'
import { letUndoTimePass } from '../server/test/outbox.ts'
import { startPgBouncer } from '../server/test/pgBouncer.ts'
import { startStandaloneServer } from '../server/test/standaloneServer.ts'
import { send, type TestApp } from '../server/test/testApp.ts'
import { startThrowawayServer } from '../server/test/throwawayServer.ts'
import { addDays } from '../shared/domain/time/time.ts'
import { mountDisk } from './disk.ts'

/** Secrets of the processes, as `startAppProcess` gives them. */
const secrets = {
  NODE_ENV: 'test',
  AUTH_SECRET: 'a-secret-that-only-tests-know-and-use',
  AUDIT_KEY: 'a-key-that-only-tests-know-and-seal-with',
  RATE_LIMITS: 'false',
}
/** The weeks in which something can be booked: a world is over when they are used up. */
const WEEKS = 100

/** Two processes of Dugout on one PostgreSQL, a payment provider and a mail server that outlive them. */
export interface World {
  /** Of the database, for its owner. */
  readonly url: string
  readonly db: Db
  readonly keys: ReturnType<typeof auditKeys>
  readonly provider: CardProvider
  readonly mail: TestMailServer
  /** Fills the disk of PostgreSQL, or gives it space again; null where no file system can be mounted. */
  readonly setDiskSpace: ((space: 'full' | 'free') => void) | null
  /** Stops every process of PostgreSQL where it stands, or lets them go on. */
  hang(signal: 'STOP' | 'CONT'): void
  readonly cages: readonly string[]
  readonly customers: readonly Person[]
  readonly desks: readonly [Person, Person, Person]
  readonly admin: Person
  readonly coach: TestCoach & { readonly person: Person }
  /** One of the two processes, as the kits of tests take it; it may be down. */
  site(index: number): TestApp
  /** A weekday that no other call gave. */
  freshDay(): string
  daysLeft(): number
  kill(...what: readonly ('one' | 'other' | 'database')[]): Promise<void>
  /** Starts again what was killed; with zones, both processes, each in its own. */
  revive(zones?: readonly [string, string]): Promise<void>
  /** Lets time pass, and the workers of both processes and of a third one do what is due. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** @param isPooled whether the processes reach PostgreSQL through PgBouncer in transaction mode. */
export async function openWorld(isPooled = false): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'dugout-torture-'))
  const disk = await mountDisk(folder)
  const server = await startStandaloneServer(folder, true)
  const books = await startThrowawayServer('dugout-torture-books-')
  const url = await newDatabase(server.url)
  await execute(books.url, 'create database provider')
  const provider = await providerOn(withDatabase(books.url, 'provider'))
  const mail = await openMailServer()
  const pool = createPool(url, 8)
  const db = createDb(pool)
  await prepareFacility(db)
  // A camp takes three: it wants every cage, as a class does that takes as many.
  const cages = await addCages(db, 3)

  const pooler = isPooled ? await startPgBouncer(url, { mode: 'transaction', size: 8 }) : null
  const addresses = settingsFor(url)
  const settings = {
    ...secrets,
    ...addresses,
    ...(pooler && { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: addresses.DATABASE_URL }),
    ...provider.settings,
    SMTP_URL: mail.url,
    DATA_DIR: join(folder, 'files'),
  }
  const config = loadConfig({ ...settings, HOST: '127.0.0.1', PORT: '0' })
  const running: (AppProcess | null)[] = [null, null]
  let isDatabaseDown = false
  let days = 0

  const site = (index: number) =>
    siteOf(() => running[index % 2]?.url ?? 'http://127.0.0.1:1', db, config, settings)
  const world: Omit<World, 'customers' | 'desks' | 'admin' | 'coach'> = {
    ...{ url, db, provider, mail, cages, site },
    keys: auditKeys(config),
    setDiskSpace: disk?.set ?? null,
    hang: server.hang,
    freshDay: () => addDays(tuesday(Math.floor(days / 4) + 1), (days++ % 4) - 1),
    daysLeft: () => WEEKS * 4 - days,
    async kill(...what) {
      const doomed = [what.includes('one') ? 0 : 2, what.includes('other') ? 1 : 2]
      if (what.includes('database')) {
        isDatabaseDown = true
        await server.kill()
      }
      await Promise.all(doomed.map((index) => running[index]?.end('SIGKILL')))
      for (const index of doomed) if (index < 2) running[index] = null
    },
    async revive(zones) {
      if (isDatabaseDown) await server.start()
      isDatabaseDown = false
      // The owner's connections died with the server, and a server that met a full disk recovers by itself.
      await retried(() => sql`select 1`.execute(db))
      await Promise.all(
        running.map(async (one, index) => {
          running[index] =
            one ?? (await startAppProcess({ ...settings, ...(zones ? { TZ: zones[index] ?? '' } : {}) }))
        }),
      )
      provider.webhook = `${site(0).url}/api/payments/webhook`
    },
    settle: () => settle(world as World, config),
    async close() {
      await Promise.all(running.map((one) => one?.end('SIGTERM')))
      await provider.close()
      await pooler?.close()
      await mail.down()
      await db.destroy()
      await server.stop()
      disk?.unmount()
      await server.remove()
      await books.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  pool.on('error', () => undefined)
  await world.revive()
  return { ...world, ...(await addPeople(site(0))) }
}

async function newDatabase(server: string): Promise<string> {
  const url = withDatabase(server, 'torture')
  await execute(server, 'create database torture')
  await createTestRoles(server)
  const pool = createPool(url, 2)
  await migrate(pool)
    .then(() => grantRoles(pool, addressesFor(url)))
    .finally(() => pool.end())
  return url
}

/** The provider's books are on a server of their own: Stripe does not go down with ours. */
async function providerOn(url: string): Promise<CardProvider> {
  const pool = createPool(url, 2)
  await migrate(pool).finally(() => pool.end())
  return startCardProvider({ url, drop: async () => undefined })
}

async function prepareFacility(db: Db): Promise<void> {
  await seedFacility(db)
  await db.updateTable('facility').set(noLimits).execute()
  await db.updateTable('facility').set(noReminders).execute()
  await db
    .updateTable('facility')
    .set({
      booking_window_days: 730,
      founders_cap: 100_000,
      card_payment_for_cages: true,
      card_payment_for_lessons: true,
    })
    .execute()
}

async function addPeople(app: TestApp) {
  const many = (count: number, options: Parameters<typeof addPerson>[1] = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => addPerson(app, { name: `Pat ${index}`, ...options })),
    )
  const [first, second, third] = await many(3, { role: 'desk' })
  if (!first || !second || !third) throw new Error('there are three desks')
  const person = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
  return {
    customers: await many(12),
    desks: [first, second, third] as const,
    admin: await addPerson(app, { role: 'admin' }),
    coach: { ...(await addCoach(app.db, { person })), person },
  }
}

const siteOf = (url: () => string, db: Db, config: Config, settings: Record<string, string>): TestApp =>
  ({
    get url() {
      return url()
    },
    db,
    context: {
      config,
      clock: systemClock,
      payments: {
        publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
        browserApiBase: settings.STRIPE_API_BASE,
        webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      },
    },
    // The provider's addresses are whole.
    request: (path: string, init: Parameters<TestApp['request']>[1]) =>
      send(path.startsWith('http') ? '' : url(), path, init),
  }) as unknown as TestApp

/** Asks until it answers. */
export async function retried<Result>(ask: () => Promise<Result>, seconds = 30): Promise<Result> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > end) throw error
      await delay(50)
    }
  }
}

/** A sign-up whose subscription may exist at the provider. */
const unansweredSignUp = sql`purpose = 'membership' and details ->> 'asked_at' is not null and details ->> 'subscription_id' is null`

/** How much of it the payment provider has to be asked about. */
const openAtProvider = sql<number>`(
  (select count(*) from payment_transactions where status in ('pending', 'failed') and next_check_at is not null)
  + (select count(*) from payment_refunds where status = 'pending' and way = 'card')
  + (select count(*) from membership_changes where state = 'asked')
  + (select count(*) from checkout_holds where ${unansweredSignUp})
)::int`

/** What the workers still have to do: messages, payments, refunds, memberships, cancellations and imports. */
const unsettled = sql<{ count: number; at_provider: number }>`
  select ${openAtProvider} as at_provider, ${openAtProvider}
    + (select count(*) from outbox where status = 'queued')
    + (select count(*) from closure_run_items where status = 'pending')
    + (select count(*) from imports where state in ('taking', 'undoing')) as count`

/** A quarter of an hour passes for what is open: the processes go by the clock on the wall. */
async function letTimePass(db: Db): Promise<void> {
  await letUndoTimePass(db)
  for (const statement of [
    sql`update outbox set next_attempt_at = now() where status = 'queued' and next_attempt_at > now()`,
    sql`update payment_refunds set next_attempt_at = now() where status = 'pending' and next_attempt_at > now()`,
    sql`update payment_transactions set next_check_at = now() - interval '1 minute' where status in ('pending', 'failed') and next_check_at is not null`,
    sql`update membership_changes set next_attempt_at = now() where state = 'asked'`,
    sql`update checkout_holds set details = details || '{"asked_at": "2020-01-01T00:00:00.000Z"}' where ${unansweredSignUp}`,
    sql`update checkout_holds set expires_at = now() - interval '1 second' where status = 'held'`,
    sql`select expire_checkout_holds(now())`,
    sql`select pg_notify('outbox_changed', '')`,
  ])
    await statement.execute(db)
}

async function settle(world: World, config: Config): Promise<void> {
  const { db, provider } = world
  await world.revive()
  await provider.redeliver()
  const read = async () => (await unsettled.execute(db)).rows[0]
  const left = async () => Number((await read())?.count)
  if ((await left()) === 0) return
  await letTimePass(db)
  const third = (await read())?.at_provider
    ? await start(config, configuredAddresses(config), {
        log: pino({ level: 'silent' }),
        webDirectory: import.meta.dirname,
      })
    : null
  const end = performance.now() + 60_000
  let nudge = performance.now() + 1_000
  while ((await left()) > 0 && performance.now() < end) {
    if (third) {
      await reconcilePayments(third.context)
      await reconcileSubscriptions(third.context)
    }
    await provider.redeliver()
    await delay(20)
    if (performance.now() < nudge) continue
    await letTimePass(db)
    nudge += 1_000
  }
  await third?.stop(AbortSignal.abort())
}
