import { sql } from 'kysely'
import { pino } from 'pino'
import { loadConfig } from '../config.ts'
import type { Changes } from '../db/changes.ts'
import { createDb, createPool, type Db, system, transaction } from '../db/database.ts'
import { enqueueMessage } from '../features/messages/commands.ts'
import type { OutboxContext } from '../features/messages/compose.ts'
import { startOutboxWorker } from '../features/messages/delivery/outboxWorker.ts'
import { type Mail, type Mailer, MailRejected } from '../integrations/mail/mail.ts'
import { createTestDatabase } from './postgres.ts'

export const facility = {
  name: 'Stitch & Sons Cages',
  street_address: '100 Main St',
  city: 'Beaumont',
  state: 'TX',
  postal_code: '77701',
  phone: '(409) 555-0100',
  email: 'hello@cages.test',
  maps_url: 'https://maps.example/cages',
  time_zone: 'America/Chicago',
}

/** A clock that advances only when a test moves it. */
export function standingClock(start = '2026-11-24T22:00:00Z') {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    advance(minutes: number) {
      time += minutes * 60_000
    },
  }
}

/** A fake mailer, which can be down or refuse some addresses. */
export function fakeMailer() {
  const taken: Mail[] = []
  const refused = new Set<string>()
  const mailer = {
    taken,
    refused,
    down: false,
    attempts: 0,
    concurrency: 3,
    async send(mail: Mail) {
      mailer.attempts += 1
      if (mailer.down) throw new Error('connect ECONNREFUSED 127.0.0.1:25')
      if (refused.has(mail.to)) throw new MailRejected('550 5.1.1 No such user')
      taken.push(mail)
    },
    close() {},
  } satisfies Mailer & Record<string, unknown>
  return mailer
}

const deaf: Changes = { listening: false, on: () => {}, onInterruption: () => {}, close: async () => {} }

export interface OutboxFixture {
  readonly db: Db
  readonly url: string
  readonly clock: ReturnType<typeof standingClock>
  /** The context of a worker; without `changes` it gets no notifications. */
  context(changes?: Changes): OutboxContext
  close(): Promise<void>
}

export async function openOutbox(settings: Record<string, string> = {}): Promise<OutboxFixture> {
  const database = await createTestDatabase()
  const db = createDb(createPool(database.url, 6))
  const clock = standingClock()
  return {
    db,
    url: database.url,
    clock,
    context: (changes = deaf) => ({
      config: loadConfig({ NODE_ENV: 'test', ...settings }),
      db,
      clock,
      log: pino({ level: 'silent' }),
      changes,
      facility: { get: async () => facility } as unknown as OutboxContext['facility'],
      publicUrl: () => 'https://cages.test',
    }),
    async close() {
      await db.destroy()
      await database.drop()
    },
  }
}

/** Queues a sign-up's mail as the accounts feature does. */
export const enqueueConfirmation = (
  db: Db,
  email: string,
  dedupeKey = `confirm-email:${email}`,
): Promise<void> =>
  transaction(db, system, (tx) =>
    enqueueMessage(tx, {
      template: 'confirm-email',
      to: { email },
      data: { full_name: 'Jo Slugger', confirm_url: 'https://cages.test/confirm?token=t0ken' },
      dedupeKey,
    }),
  )

/** Lets the seconds pass in which staff can undo: withheld messages and refunds are due. */
export async function letUndoTimePass(db: Db): Promise<void> {
  for (const table of [sql.table('payment_refunds'), sql.table('outbox')]) {
    // Locked in one order: tests that book at the same moment call this at the same moment.
    await sql`
      update ${table} set next_attempt_at = 'epoch' where id in (
        select id from ${table} where staff_change_id is not null and next_attempt_at > 'epoch'
        order by id for update
      )`.execute(db)
  }
  await sql`select pg_notify('outbox_changed', '')`.execute(db)
}

/** Keeps an app's own worker from sending: what is queued is due in an hour, and `deliverHeld` sends it. */
export const holdMail = (db: Db) =>
  sql`
    create function hold_mail() returns trigger language plpgsql as $$
    begin
      if new.status = 'queued' then
        new.next_attempt_at := greatest(new.next_attempt_at, clock_timestamp() + interval '1 hour');
      end if;
      return new;
    end $$;
    create trigger hold_mail before insert or update on outbox for each row execute function hold_mail()`.execute(
    db,
  )

/** Sends what `holdMail` has kept, by a mailer that the test looks into. */
export async function deliverHeld(context: OutboxContext, mailer = fakeMailer()) {
  const later = { now: () => new Date(Date.now() + 90 * 60_000) }
  const worker = startOutboxWorker({ ...context, clock: later }, mailer)
  await worker.drain()
  await worker.stop()
  return mailer
}
