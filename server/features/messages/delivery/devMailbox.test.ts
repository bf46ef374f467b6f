import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { HttpEnv } from '../../../http/serve.ts'
import { createMailer } from '../../../integrations/mail/mailer.ts'
import { enqueueConfirmation, type OutboxFixture, openOutbox } from '../../../test/outbox.ts'
import { mountDevMailbox } from './devMailbox.ts'
import { startOutboxWorker } from './outboxWorker.ts'

let outbox: OutboxFixture
let app: Hono<HttpEnv>

const facility = { get: async () => ({ time_zone: 'America/Chicago' }) }

function appWith(settings: Record<string, string>): Hono<HttpEnv> {
  const made = new Hono<HttpEnv>()
  made.use((c, next) => {
    c.set('address', '127.0.0.1')
    return next()
  })
  mountDevMailbox(made, { db: outbox.db, facility, config: loadConfig(settings) } as unknown as Context)
  return made
}

/** From this machine, as the mailbox demands. */
const open = (path: string, from = app) => from.request(path, { headers: { host: 'localhost' } })

beforeAll(async () => {
  outbox = await openOutbox()
  app = appWith({ NODE_ENV: 'test' })
  await enqueueConfirmation(outbox.db, 'jo@example.com')
  await enqueueConfirmation(outbox.db, 'sam@example.com')
  const worker = startOutboxWorker(outbox.context(), createMailer(outbox.context()))
  await worker.drain()
  await worker.stop()
})
afterAll(() => outbox.close())

const mailTo = (email: string) =>
  outbox.db
    .selectFrom('development_mailbox')
    .selectAll()
    .where('to_email', '=', email)
    .executeTakeFirstOrThrow()

test('the mailbox lists all mail, or the mail to one address', async () => {
  const all = await (await open('/dev/mailbox')).text()
  const one = await (await open('/dev/mailbox?to=sam%40example.com')).text()

  expect(all).toContain('To jo@example.com')
  expect(all).toContain('To sam@example.com')
  expect(all).toContain('Tue, Nov 24, 4:00 PM')
  expect(one).not.toContain('jo@example.com')
})

test('a mail is shown with its text and working links', async () => {
  const { id } = await mailTo('jo@example.com')

  const page = await (await open(`/dev/mailbox/${id}`)).text()

  expect(page).toContain('<a href="https://cages.test/confirm?token=t0ken">')
  expect(page).toContain(`src="/dev/mailbox/${id}/html"`)
})

test('the HTML of a mail is shown in a sandbox without permissions', async () => {
  const { id } = await mailTo('jo@example.com')

  const answer = await open(`/dev/mailbox/${id}/html`)

  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox (?!.*allow-(scripts|same-origin|forms))/)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(await answer.text()).toContain('One click and you’re in')
})

test('an attachment can be downloaded, and is not executed', async () => {
  const content = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
  await createMailer(outbox.context()).send({
    to: 'calendar@example.com',
    from: 'x@y.test',
    subject: 's',
    html: 'h',
    text: 't',
    messageId: '<with-file@cages.test>',
    attachments: [{ filename: 'lesson.ics', content, contentType: 'text/calendar; charset=utf-8' }],
  })
  const { id } = await mailTo('calendar@example.com')

  const page = await (await open(`/dev/mailbox/${id}`)).text()
  const file = await open(`/dev/mailbox/${id}/attachments/0`)
  const none = await open(`/dev/mailbox/${id}/attachments/1`)

  expect(page).toContain(`<a href="/dev/mailbox/${id}/attachments/0">lesson.ics</a>`)
  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="lesson.ics"')
  expect(await file.text()).toBe(content)
  expect(none.status).toBe(404)
})

test('a repeated delivery is stored once', async () => {
  const mailer = createMailer(outbox.context())
  const kept = await mailTo('jo@example.com')
  const mail = {
    to: kept.to_email,
    from: 'x@y.test',
    subject: 's',
    html: 'h',
    text: 't',
    messageId: kept.message_id,
  }

  await mailer?.send(mail)

  expect(await mailTo('jo@example.com')).toEqual(kept)
})

test('an address that cannot be one has no mail', async () => {
  const answer = await open('/dev/mailbox?to=a%00b%40example.com')

  expect(answer.status).toBe(200)
})

test('an unknown mail answers a page that says so', async () => {
  const answer = await open('/dev/mailbox/00000000-0000-4000-8000-000000000000')

  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('This mail is not here')
})

const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'a-secret-of-at-least-thirty-two-letters',
  AUDIT_KEY: 'a-key-of-at-least-thirty-two-letters',
  PUBLIC_URL: 'https://cages.test',
}

test.each([
  ['production', production],
  ['a mail server', { NODE_ENV: 'development', SMTP_URL: 'smtp://localhost:25' }],
])('with %s there is no mailbox', async (_name, settings) => {
  const { id } = await mailTo('jo@example.com')
  const guarded = appWith(settings)

  const paths = [
    '/dev/mailbox',
    `/dev/mailbox/${id}`,
    `/dev/mailbox/${id}/html`,
    `/dev/mailbox/${id}/attachments/0`,
  ]
  const answers = await Promise.all(paths.map((path) => open(path, guarded)))

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('production without a mail server keeps mail waiting', async () => {
  const mailer = createMailer({ ...outbox.context(), config: loadConfig(production) })
  expect(await mailer.ready?.()).toBe(false)
})
