import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  EmailTemplate,
  EmailTemplateVersion,
} from '../../../../shared/contract/messages/emailTemplates.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { deliverHeld, holdMail } from '../../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'

let app: TestApp
let admin: Person
let other: Person
beforeAll(async () => {
  app = await startTestApp({ settings: { RATE_LIMITS: 'true' } })
  admin = await addPerson(app, { role: 'admin', name: 'Ada Admin' })
  other = await addPerson(app, { role: 'admin', name: 'Olga Other' })
  await holdMail(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('email_templates').execute()
  await app.db.deleteFrom('email_template_versions').execute()
  await app.db.deleteFrom('outbox').execute()
})

const at = (path: string, init: object = {}, { cookie } = admin) =>
  app.request(`/api/admin/email-templates${path}`, { cookie, ...init })
const named = async (key: string) => {
  const { templates } = await bodyOf<{ templates: EmailTemplate[] }>(at(''))
  const found = templates.find((template) => template.key === key)
  if (!found) throw new Error(`no template ${key}`)
  return found
}
const save = (template: EmailTemplate, changes: object, by = admin) => {
  const { id, name, description, subject_template, html_template, text_template, is_active } = template
  const texts = { subject_template, html_template, text_template }
  const json = { name, description, ...texts, is_active, expected_revision: template.revision, ...changes }
  return at(`/${id}`, { method: 'PUT', json }, by)
}
const restore = ({ id, revision }: EmailTemplate, by = admin) =>
  at(`/${id}/restore`, { json: { expected_revision: revision } }, by)
const versionsOf = async ({ id }: EmailTemplate) =>
  (await bodyOf<{ versions: EmailTemplateVersion[] }>(at(`/${id}/versions`))).versions
const textsOf = ({ subject_template, html_template, text_template }: EmailTemplate) => ({
  subject_template,
  html_template,
  text_template,
})

describe('versions', () => {
  test('list-email-template-versions has everything that was saved, by whom, newest first', async () => {
    const template = await named('contact-message')
    expect([template.revision, await versionsOf(template)]).toEqual([0, []])
    await save(template, { subject_template: 'One {{name}}' })
    await save({ ...template, revision: 1 }, { subject_template: 'Two', is_active: false }, other)

    expect(await versionsOf(template)).toMatchObject([
      { revision: 2, subject_template: 'Two', is_active: false, saved_by_name: 'Olga Other' },
      { revision: 1, subject_template: 'One {{name}}', is_active: true, saved_by_name: 'Ada Admin' },
    ])
    expect(await named('contact-message')).toMatchObject({ revision: 2, saved_by_name: 'Olga Other' })
  })

  test('of two admins who save at once one is told of the other, and nothing is overwritten', async () => {
    const template = await named('contact-message')
    const answers = await Promise.all([
      save(template, { subject_template: 'Mine' }),
      save(template, { subject_template: 'Theirs' }, other),
    ])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await answers.find(({ status }) => status === 409)?.json()).toMatchObject({
      code: 'changed_meanwhile',
      details: { changed_by: expect.stringMatching(/Ada Admin|Olga Other/), changed_at: expect.any(String) },
    })
    expect(await versionsOf(template)).toHaveLength(1)
    expect(await refusalOf(await save(template, { subject_template: 'Later' }))).toEqual([
      409,
      'changed_meanwhile',
    ])
  })

  test('restore-email-template sends the built-in text again and keeps what was saved', async () => {
    const template = await named('contact-message')
    await save(template, { subject_template: 'Ours' })
    const edited = await named('contact-message')
    expect(edited.default.subject_template).toBe(template.subject_template)

    expect(await refusalOf(await restore(template, other))).toEqual([409, 'changed_meanwhile'])
    const restored = await restore(edited, other)

    expect(restored.status).toBe(200)
    expect(await named('contact-message')).toMatchObject({
      edited: false,
      subject_template: template.subject_template,
      revision: 2,
      saved_by_name: 'Olga Other',
    })
    expect(await versionsOf(edited)).toMatchObject([
      { is_default: true },
      { is_default: false, subject_template: 'Ours' },
    ])
    expect(await app.db.selectFrom('email_templates').selectAll().execute()).toEqual([])
  })

  test('a refused text is not in the history', async () => {
    const template = await named('contact-message')
    const answer = await save(template, { html_template: '<p>\n{{message}} {{nobody}}' })

    expect(await answer.json()).toMatchObject({
      code: 'template_invalid',
      details: [{ field: 'html_template', line: 2, name: 'nobody' }],
    })
    expect(await versionsOf(template)).toEqual([])
  })
})

describe('send-test-email-template', () => {
  const send = (template: EmailTemplate, changes: object = {}, headers = {}) =>
    at(`/${template.id}/test`, { json: { ...textsOf(template), ...changes }, headers })

  test('mails the unsaved text with its examples to oneself, marked as a test', async () => {
    const template = await named('newsletter')
    // A test is no marketing: it goes to an admin who has unsubscribed.
    await app.db.insertInto('unsubscribes').values({ email: admin.email }).execute()

    const answer = await send(template, { subject_template: 'New: {{headline}}' })
    const mailer = await deliverHeld(app.context)

    expect(await answer.json()).toEqual({ message: `A test is on its way to ${admin.email}.` })
    expect(mailer.taken).toMatchObject([
      {
        to: admin.email,
        subject: '[Test] New: Summer camp is open',
        text: expect.stringContaining('Hi Jo,'),
      },
    ])
    expect(await named('newsletter')).toMatchObject({ edited: false, revision: 0 })
    const log = await app.request('/api/admin/messages', { cookie: admin.cookie })
    expect(await log.json()).toMatchObject({
      items: [{ is_test: true, subject: '[Test] New: Summer camp is open', can_send_again: false }],
    })
  })

  test('a test of a message with a personal link has an example of one', async () => {
    await send(await named('reset-password'))

    const [row] = await app.db.selectFrom('outbox').select('data').execute()
    expect(JSON.stringify(row)).toContain('cages.example')
  })

  test('refuses texts that could not be saved, and more than twenty tests an hour', async () => {
    const template = await named('contact-message')
    expect(await refusalOf(await send(template, { text_template: '{{oops}}' }))).toEqual([
      400,
      'template_invalid',
    ])
    const statuses: number[] = []
    for (let n = 0; n < 22; n += 1) statuses.push((await send(template)).status)

    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
    const sent = await app.db.selectFrom('outbox').select('id').execute()
    expect(sent).toHaveLength(statuses.filter((status) => status === 200).length)
  })
})

test.each([
  ['user', 403],
  ['coach', 403],
  ['desk', 403],
] as const)('templates are not for %s', async (role, status) => {
  const template = await named('contact-message')
  const person = await addPerson(app, { role })
  const answers = [
    await at('', {}, person),
    await at(`/${template.id}/versions`, {}, person),
    await restore(template, person),
    await save(template, { subject_template: 'x' }, person),
    await at(`/${template.id}/test`, { json: textsOf(template) }, person),
    await at(`/${template.id}/preview`, { json: textsOf(template) }, person),
  ]

  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
  expect(await versionsOf(template)).toEqual([])
})
