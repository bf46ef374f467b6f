import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueConfirmation, fakeMailer, type OutboxFixture, openOutbox } from '../../../test/outbox.ts'
import { startOutboxWorker } from '../delivery/outboxWorker.ts'

let outbox: OutboxFixture

beforeAll(async () => {
  outbox = await openOutbox({ MAIL_FROM: 'Front desk <desk@mail.cages.test>' })
})
afterAll(() => outbox.close())
beforeEach(async () => {
  await outbox.db.deleteFrom('outbox').execute()
  await outbox.db.deleteFrom('email_templates').execute()
})

async function sentWith(edited: { subject_template: string; is_active: boolean; html_template?: string }) {
  await outbox.db
    .insertInto('email_templates')
    .values({
      name: 'confirm-email',
      html_template: '<p>Ours {{confirm_url}}</p>',
      text_template: 'Ours {{confirm_url}}',
      ...edited,
    })
    .execute()
  await enqueueConfirmation(outbox.db, 'jo@example.com')
  const mailer = fakeMailer()
  const worker = startOutboxWorker(outbox.context(), mailer)
  await worker.drain()
  await worker.stop()
  return mailer.taken[0]
}

test("the facility's texts override the built-in ones", async () => {
  const mail = await sentWith({ subject_template: 'Welcome, {{full_name}}', is_active: true })

  expect(mail?.subject).toBe('Welcome, Jo Slugger')
  expect(mail?.text).toMatch(/^Ours https:/)
})

test('inactive texts are not used', async () => {
  const mail = await sentWith({ subject_template: 'Welcome', is_active: false })

  expect(mail?.subject).toBe('Confirm your email for Stitch & Sons Cages')
})

test('texts that cannot be rendered do not stop the mail', async () => {
  const mail = await sentWith({ subject_template: 'Welcome {{#if}', is_active: true })

  expect(mail?.subject).toBe('Confirm your email for Stitch & Sons Cages')
})

test('texts in the database that break the rules are not sent', async () => {
  const mail = await sentWith({
    subject_template: 'Welcome',
    is_active: true,
    html_template: '{{confirm_url}}{{{full_name}}}',
  })

  expect(mail?.subject).toBe('Confirm your email for Stitch & Sons Cages')
})

test('the sender of the settings is used, and answers go to the facility', async () => {
  const mail = await sentWith({ subject_template: 'Welcome', is_active: true })

  expect(mail).toMatchObject({
    from: 'Front desk <desk@mail.cages.test>',
    headers: { 'Reply-To': 'hello@cages.test' },
    messageId: expect.stringMatching(/^<[0-9a-f-]{36}@mail\.cages\.test>$/),
  })
})
