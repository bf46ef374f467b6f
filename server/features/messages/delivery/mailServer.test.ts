import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { system, transaction } from '../../../db/database.ts'
import { createSmtpMailer } from '../../../integrations/mail/smtp.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { addCages, addPerson } from '../../../test/factories.ts'
import { agedFormToken } from '../../../test/formToken.ts'
import { openMailServer, type TestMailServer } from '../../../test/mailServer.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { enqueueMessage } from '../commands.ts'
import { builtInTemplates } from '../templates.ts'
import { startOutboxWorker } from './outboxWorker.ts'

let ahead = 0
let weeks = 0
let mailServer: TestMailServer
let app: TestApp
let cage: string

beforeAll(async () => {
  mailServer = await openMailServer()
  app = await startTestApp({
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { SMTP_URL: mailServer.url },
  })
  cage = (await addCages(app.db, 1))[0] ?? ''
})
afterAll(async () => {
  await app.close()
  await mailServer.down()
})
beforeEach(async () => {
  mailServer.received.length = 0
  mailServer.handedOver = 0
  await app.db.deleteFrom('outbox').execute()
})

const minutesLater = (minutes: number) => {
  ahead += minutes * 60_000
}

/** Books an hour as a new customer; returns the address that the confirmation goes to. */
async function book(): Promise<string> {
  const { cookie, email } = await addPerson(app)
  const bookingDetails = [group(cage, tuesday(weeks++), '16:00', '17:00')]
  const response = await app.request('/api/bookings', { json: { bookingDetails, totalAmount: 30 }, cookie })
  expect(response.status).toBe(201)
  return email
}

/** Sends what is due now, besides the app's own worker, which pauses for a while when the mail server is down. */
async function deliver(): Promise<void> {
  const worker = startOutboxWorker(app.context, createSmtpMailer(mailServer.url))
  await worker.drain()
  await worker.stop()
}

const rowOf = (email: string) =>
  app.db.selectFrom('outbox').selectAll().where('to_email', '=', email).executeTakeFirstOrThrow()
const until = (email: string, state: object) =>
  expect.poll(() => rowOf(email), { timeout: 15_000 }).toMatchObject(state)
const receivedBy = (email: string) => mailServer.received.filter(({ to }) => to.includes(email))

test('a booking is confirmed by a mail that arrives with both parts and the calendar file', async () => {
  const email = await book()

  await deliver()
  await until(email, { status: 'sent', attempts: 1 })

  const [mail] = receivedBy(email)
  // Encoded as RFC 2047 says: the range of times has a dash.
  expect(mail?.headers.get('subject')).toMatch(/^=\?UTF-8\?Q\?Booking_confirmed=3A_Cage_1=2C_/)
  expect(mail?.headers.get('content-type')).toMatch(/^multipart\/mixed/)
  expect(mail?.headers.has('list-unsubscribe')).toBe(false)
})

test('with the mail server down a booking works, and its mail arrives once when it is back', async () => {
  await mailServer.down()
  const email = await book()
  await deliver()
  await until(email, { status: 'queued', attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') })
  await mailServer.up()

  minutesLater(1)
  await deliver()
  await until(email, { status: 'sent', last_error: null })
  minutesLater(60)
  await deliver()

  expect(receivedBy(email)).toHaveLength(1)
})

test('with a mail server that refuses everyone a booking works, and its mail arrives later', async () => {
  // Open connections are closed first: the server refuses only when it greets a new one.
  await mailServer.down()
  mailServer.greeting = 421
  await mailServer.up()
  const email = await book()
  await deliver()
  await until(email, { status: 'queued', attempts: 1, last_error: expect.stringContaining('421') })
  mailServer.greeting = null

  minutesLater(1)
  await deliver()
  await until(email, { status: 'sent' })

  expect(receivedBy(email)).toHaveLength(1)
})

test('a slow mail server delays no booking', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  mailServer.slowness = promise
  const first = await book()
  const delivering = deliver()
  await expect.poll(() => mailServer.handedOver, { timeout: 15_000 }).toBeGreaterThan(0)

  const second = await book()
  const whileSlow = await rowOf(first)
  mailServer.slowness = null
  resolve()
  await delivering
  await deliver()

  expect(whileSlow.status).toBe('queued')
  await until(first, { status: 'sent', attempts: 1 })
  await until(second, { status: 'sent', attempts: 1 })
  expect(receivedBy(first)).toHaveLength(1)
})

test('an address that the mail server refuses fails with the reason, and delays no other mail', async () => {
  const gone = await addPerson(app)
  mailServer.refused.add(gone.email)
  const bookingDetails = [group(cage, tuesday(weeks++), '16:00', '17:00')]
  const json = { bookingDetails, totalAmount: 30 }
  const response = await app.request('/api/bookings', { json, cookie: gone.cookie })
  const other = await book()

  await deliver()

  expect(response.status).toBe(201)
  await until(gone.email, {
    status: 'failed',
    attempts: 1,
    last_error: expect.stringContaining('no such user'),
  })
  await until(other, { status: 'sent' })
})

test('marketing arrives with a one-click unsubscribe link, which also stops queued marketing', async () => {
  const email = 'fan@example.com'
  const enqueue = (number: number) =>
    transaction(app.db, system, (tx) =>
      enqueueMessage(tx, {
        template: 'newsletter',
        to: { email },
        data: builtInTemplates.newsletter.sample,
        dedupeKey: `newsletter:${number}`,
      }),
    )
  await enqueue(1)
  await deliver()
  await until(email, { status: 'sent' })
  const headers = receivedBy(email)[0]?.headers
  const [, link = ''] = /^<(http:\S+)>$/.exec(headers?.get('list-unsubscribe') ?? '') ?? []
  await mailServer.down()
  await enqueue(2)
  await app.db.deleteFrom('outbox').where('dedupe_key', '=', 'newsletter:1').execute()

  const { pathname, search } = new URL(link)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const answer = await app.request(pathname + search, { method: 'POST', body })
  await mailServer.up()
  minutesLater(5)
  await deliver()

  expect(headers?.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(answer.status).toBe(200)
  await until(email, { status: 'failed', last_error: 'The person unsubscribed.' })
  expect(receivedBy(email)).toHaveLength(1)
})

test('a calendar file arrives complete, with its method', async () => {
  const email = 'batter@example.com'
  const content = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nX-NOTE:é\r\nEND:VCALENDAR\r\n'
  await transaction(app.db, system, (tx) =>
    enqueueMessage(tx, {
      template: 'booking-confirmed',
      to: { email },
      data: builtInTemplates['booking-confirmed'].sample,
      dedupeKey: 'with-calendar',
      calendar: { filename: 'lesson.ics', content },
    }),
  )

  await deliver()
  await until(email, { status: 'sent' })

  const raw = receivedBy(email)[0]?.raw ?? ''
  const [, head = '', file = ''] =
    /\r\n(Content-Type: text\/calendar[\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? []
  expect(head.replace(/\r\n\s+/g, ' ')).toMatch(
    /^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH; name=lesson\.ics\r\n/,
  )
  expect(head).toContain('Content-Disposition: attachment; filename=lesson.ics')
  expect(Buffer.from(file, 'base64').toString()).toBe(content)
})

test('a contact message arrives at the facility, and an answer to it at the visitor', async () => {
  const { email } = await app.context.facility.get()
  const json = {
    name: 'Dana "Ace" <ace>, Bcc: x',
    phone: '(409) 555-0101',
    email: 'dana@example.com',
    subject: 'general',
    message: 'Hi\r\nBcc: all@example.com',
    form_token: agedFormToken(app),
  }

  const response = await app.request('/api/contact', { json })
  await deliver()
  await until(email, { status: 'sent' })

  expect(response.status).toBe(201)
  const [mail] = receivedBy(email)
  expect(mail?.to).toEqual([email])
  expect(mail?.headers.get('reply-to')).toBe('dana@example.com')
  // Non-ASCII text in a header is sent as encoded words (RFC 2047).
  expect(mail?.headers.get('subject')).toMatch(/^=\?UTF-8\?Q\?General_question=3A_message_from_Dana/)
  expect(mail?.headers.has('bcc')).toBe(false)
})
