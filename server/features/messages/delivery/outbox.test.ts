import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listenForChanges } from '../../../db/changes.ts'
import { system, transaction } from '../../../db/database.ts'
import { refuse } from '../../../refusal.ts'
import { enqueueConfirmation, fakeMailer, type OutboxFixture, openOutbox } from '../../../test/outbox.ts'
import { enqueueMessage } from '../commands.ts'
import { startOutboxWorker } from './outboxWorker.ts'

let outbox: OutboxFixture

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox.close())
beforeEach(() => outbox.db.deleteFrom('outbox').execute())

const rows = () => outbox.db.selectFrom('outbox').selectAll().orderBy('to_email').execute()

/** Sends what is due with a temporary worker. */
async function deliver(mailer: ReturnType<typeof fakeMailer>): Promise<void> {
  const worker = startOutboxWorker(outbox.context(), mailer)
  await worker.drain()
  await worker.stop()
}

test('one event queues one message', async () => {
  await enqueueConfirmation(outbox.db, 'jo@example.com', 'confirm:1')
  await enqueueConfirmation(outbox.db, 'jo@example.com', 'confirm:1')

  expect(await rows()).toHaveLength(1)
})

test('an event whose transaction is rolled back sends nothing', async () => {
  const message = {
    template: 'account-exists',
    to: { email: 'jo@example.com' },
    data: { full_name: 'Jo', sign_in_url: 'https://cages.test/auth', reset_url: 'https://cages.test/reset' },
    dedupeKey: 'exists:1',
  } as const
  await transaction(outbox.db, system, async (tx) => {
    await enqueueMessage(tx, message)
    return refuse('slots_taken')
  })
  const mailer = fakeMailer()

  await deliver(mailer)

  expect(await rows()).toHaveLength(0)
  expect(mailer.taken).toHaveLength(0)
})

test('a message is sent from the facility with the id of its row, and its link is erased', async () => {
  await enqueueConfirmation(outbox.db, 'jo@example.com')
  const mailer = fakeMailer()

  await deliver(mailer)

  const [row] = await rows()
  expect(mailer.taken).toMatchObject([
    {
      to: 'jo@example.com',
      from: '"Stitch & Sons Cages" <hello@cages.test>',
      messageId: `<${row?.id}@cages.test>`,
      subject: 'Confirm your email for Stitch & Sons Cages',
      text: expect.stringContaining('https://cages.test/confirm?token=t0ken'),
    },
  ])
  expect(row).toMatchObject({ status: 'sent', attempts: 1, data: {}, sent_at: outbox.clock.now() })
})

test('two workers on one database send each of 200 messages once', async () => {
  await transaction(outbox.db, system, async (tx) => {
    for (let number = 0; number < 200; number += 1) {
      await enqueueMessage(tx, {
        template: 'password-changed',
        to: { email: `person-${number}@example.com` },
        data: { full_name: 'Jo', reset_url: 'https://cages.test/reset' },
        dedupeKey: `password-changed:${number}`,
      })
    }
  })
  const mailers = [fakeMailer(), fakeMailer()] as const
  const workers = mailers.map((mailer) => startOutboxWorker(outbox.context(), mailer))

  await Promise.all(workers.map((worker) => worker.drain()))
  await Promise.all(workers.map((worker) => worker.stop()))

  const addresses = mailers.flatMap((mailer) => mailer.taken.map((mail) => mail.to))
  expect(addresses).toHaveLength(200)
  expect(new Set(addresses).size).toBe(200)
  expect(mailers[0].taken.length).toBeGreaterThan(0)
  expect(mailers[1].taken.length).toBeGreaterThan(0)
})

test('mail waits while the mail server is down and arrives once it is back', async () => {
  await enqueueConfirmation(outbox.db, 'jo@example.com')
  const mailer = fakeMailer()
  mailer.down = true
  await deliver(mailer)
  const [waiting] = await rows()
  mailer.down = false
  await deliver(mailer)
  const tooEarly = mailer.taken.length
  outbox.clock.advance(1)

  await deliver(mailer)

  expect(waiting).toMatchObject({
    status: 'queued',
    attempts: 1,
    last_error: 'connect ECONNREFUSED 127.0.0.1:25',
  })
  expect(tooEarly).toBe(0)
  expect(mailer.taken).toHaveLength(1)
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2, last_error: null }])
})

test('a message that is not accepted for two days fails with its reason after ten attempts', async () => {
  await enqueueConfirmation(outbox.db, 'jo@example.com')
  const mailer = fakeMailer()
  mailer.down = true

  for (let day = 0; day < 15; day += 1) {
    await deliver(mailer)
    outbox.clock.advance(24 * 60)
  }

  expect(mailer.attempts).toBe(10)
  expect(await rows()).toMatchObject([
    { status: 'failed', attempts: 10, last_error: expect.stringContaining('REFUSED') },
  ])
})

test('a permanently refused address fails, and no other', async () => {
  await enqueueConfirmation(outbox.db, 'a@example.com')
  await enqueueConfirmation(outbox.db, 'gone@example.com')
  await enqueueConfirmation(outbox.db, 'z@example.com')
  const mailer = fakeMailer()
  mailer.refused.add('gone@example.com')

  await deliver(mailer)

  expect(await rows()).toMatchObject([
    { to_email: 'a@example.com', status: 'sent' },
    { to_email: 'gone@example.com', status: 'failed', attempts: 1, last_error: '550 5.1.1 No such user' },
    { to_email: 'z@example.com', status: 'sent' },
  ])
})

test('a message whose worker died is sent again with the same id once the lease has expired', async () => {
  await enqueueConfirmation(outbox.db, 'jo@example.com')
  const dying = fakeMailer()
  const ids: string[] = []
  const stuck = {
    ...dying,
    send: (mail: { messageId: string }) => new Promise<void>(() => ids.push(mail.messageId)),
  }
  const dead = startOutboxWorker(outbox.context(), stuck)
  // It gives its mail up after the test, when the database is gone.
  dead.drain().catch(() => undefined)
  await expect.poll(() => ids.length).toBe(1)
  const survivor = fakeMailer()

  await deliver(survivor)
  const duringLease = survivor.taken.length
  outbox.clock.advance(4)
  await deliver(survivor)

  expect(duringLease).toBe(0)
  expect(survivor.taken.map((mail) => mail.messageId)).toEqual(ids)
  await dead.stop()
})

test('a worker is notified of a message that another process commits', async () => {
  const { promise: taken, resolve } = Promise.withResolvers<string>()
  const mailer = { ...fakeMailer(), send: async (mail: { to: string }) => resolve(mail.to) }
  const context = outbox.context()
  const changes = listenForChanges(outbox.url, context.log)
  const worker = startOutboxWorker({ ...context, changes }, mailer)
  await worker.drain()
  await expect.poll(() => changes.listening).toBe(true)

  await enqueueConfirmation(outbox.db, 'jo@example.com')

  expect(await taken).toBe('jo@example.com')
  await worker.stop()
  await changes.close()
})

test('a worker survives the loss of every connection', async () => {
  const mailer = fakeMailer()
  const context = outbox.context()
  const changes = listenForChanges(outbox.url, context.log)
  const worker = startOutboxWorker({ ...context, changes }, mailer)
  await worker.drain()

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(outbox.db)
  await expect
    .poll(() => enqueueConfirmation(outbox.db, 'jo@example.com').then(() => 'queued', String), {
      timeout: 5_000,
    })
    .toBe('queued')

  await expect.poll(() => mailer.taken.length).toBe(1)
  await worker.stop()
  await changes.close()
})

test('while there is no mail server everything stays queued', async () => {
  await enqueueConfirmation(outbox.db, 'jo@example.com')
  const worker = startOutboxWorker(outbox.context(), { ...fakeMailer(), ready: async () => false })

  await worker.drain()
  await worker.stop()

  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 0 }])
})
