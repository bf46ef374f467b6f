import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmailTemplate } from '../../../../shared/contract/messages/emailTemplates.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { builtInTemplates } from '../templates.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('email_templates').execute())

const call = (
  path: string,
  init: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
) => app.request(`/api/admin/email-templates${path}`, { cookie: admin.cookie, ...init })

const list = async () => (await bodyOf<{ templates: EmailTemplate[] }>(call(''))).templates
const named = async (key: string) => {
  const found = (await list()).find((template) => template.key === key)
  if (!found) throw new Error(`no template ${key}`)
  return found
}

/** Saves a template with these changes, the rest as it is. */
const save = (template: EmailTemplate, changes: Record<string, unknown> = {}, headers = {}) => {
  const { id, name, description, subject_template, html_template, text_template, is_active } = template
  const body = { name, description, subject_template, html_template, text_template, is_active, ...changes }
  return call(`/${id}`, { method: 'PUT', json: body, headers })
}

describe('get-email-templates', () => {
  test('lists every message with its text, variables and an example of each', async () => {
    const templates = await list()

    expect(templates.map(({ key }) => key).sort()).toEqual(Object.keys(builtInTemplates).sort())
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length)
    for (const template of templates) {
      expect(template).toMatchObject({ is_active: true, edited: false, problems: [] })
      expect(template.variables).toEqual(expect.arrayContaining(Object.keys(template.sample)))
    }
    expect((await named('contact-message')).sample.name).toBe('Dana Shortstop')
  })

  test('says why stored texts cannot be sent', async () => {
    const broken = { subject_template: 's', html_template: '{{{message}}}', text_template: '{{message}}' }
    await app.db
      .insertInto('email_templates')
      .values({ name: 'contact-message', ...broken })
      .execute()

    expect(await named('contact-message')).toMatchObject({
      ...broken,
      edited: true,
      problems: ['Line 1: use two braces, not three, and no &.'],
    })
  })
})

describe('update-email-template', () => {
  test('stores the texts under the same id, the first time and later', async () => {
    const template = await named('contact-message')

    const first = await save(template, { subject_template: 'From {{name}}', is_active: false })
    const second = await save(template, { subject_template: '{{name}} wrote' })

    expect(first.status).toBe(200)
    expect(await bodyOf(first)).toMatchObject({ success: true, template: { is_active: false, edited: true } })
    expect(second.status).toBe(200)
    expect(await named('contact-message')).toMatchObject({
      id: template.id,
      subject_template: '{{name}} wrote',
      is_active: true,
    })
    expect(await app.db.selectFrom('email_templates').select('variables').execute()).toEqual([
      { variables: template.variables },
    ])
  })

  test('is written into the audit log with the admin', async () => {
    await save(await named('reset-password'), { description: 'Ours' })

    const entry = await app.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('table_name', '=', 'email_templates')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({ action: 'INSERT', user_id: admin.id })
  })

  test('twice under one key is done once', async () => {
    const template = await named('reset-password')
    const key = { 'idempotency-key': 'save-template-1' }

    const answers = [
      await save(template, { description: 'Once' }, key),
      await save(template, { description: 'Once' }, key),
      await save(template, { description: 'Twice' }, key),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
  })

  test.each([
    ['a helper', { html_template: '{{message}}{{lookup this "x"}}' }, 'html_template'],
    ['a variable of another message', { text_template: '{{message}}{{reset_url}}' }, 'text_template'],
    ['an unescaped value', { html_template: '{{{message}}}' }, 'html_template'],
    ['a subject of two lines', { subject_template: 'Hi\r\nBcc: all@example.com' }, 'subject_template'],
    ['no message', { text_template: 'Hello' }, 'text_template'],
    ['an empty text', { text_template: '' }, 'text_template'],
  ])('refuses %s and keeps nothing', async (_what, changes, field) => {
    const response = await save(await named('contact-message'), changes)

    expect(response.status).toBe(400)
    expect(await bodyOf(response)).toMatchObject({ code: 'template_invalid', details: [{ field }] })
    expect(await app.db.selectFrom('email_templates').selectAll().execute()).toEqual([])
  })

  test('takes another name, and the message keeps its key', async () => {
    const template = await named('contact-message')
    expect(template.name).toBe('Contact message')
    expect((await save(template, { name: ' Note from the contact page ' })).status).toBe(200)
    expect(await named('contact-message')).toMatchObject({
      ...{ id: template.id, key: 'contact-message', name: 'Note from the contact page' },
      default: { name: 'Contact message' },
    })
    expect(await refusalOf(await save(template, { name: ' ' }))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await save(template, { name: 'x'.repeat(101) }))).toEqual([400, 'invalid_input'])
  })

  test('refuses an id that is not listed, and a text that is too long', async () => {
    const template = await named('contact-message')

    expect(await refusalOf(await save({ ...template, id: NOBODY }))).toEqual([404, 'template_not_found'])
    expect(await refusalOf(await save({ ...template, id: 'x' }))).toEqual([400, 'invalid_input'])
    const long = { html_template: 'x'.repeat(100_001) }
    expect(await refusalOf(await save(template, long))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await save(template, { description: '\u0000' }))).toEqual([400, 'invalid_input'])
  })

  test.each(['user', 'coach'] as const)('is not for a %s', async (role) => {
    const { cookie } = await addPerson(app, { role })
    const template = await named('contact-message')

    const response = await app.request(`/api/admin/email-templates/${template.id}`, {
      method: 'PUT',
      json: {},
      cookie,
    })

    expect(response.status).toBe(403)
  })
})

describe('preview-email-template', () => {
  test('shows the message with its examples, and saves nothing', async () => {
    const { id } = await named('contact-message')
    const json = {
      subject_template: 'From {{name}}',
      html_template: '<b>{{message}}</b>{{#unless email}}no address{{/unless}}',
      text_template: '{{message}}',
    }

    const response = await call(`/${id}/preview`, { json })

    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toEqual({
      subject: 'From Dana Shortstop',
      html: expect.stringContaining('<b>We are a team of twelve.\nDo you have two cages on Thursdays?</b>'),
      text: expect.stringContaining('We are a team of twelve.'),
      ...{ html_template: json.html_template, text_template: json.text_template, removed: [] },
    })
    expect(await app.db.selectFrom('email_templates').selectAll().execute()).toEqual([])
  })

  test('refuses texts that could not be saved', async () => {
    const { id } = await named('newsletter')
    const json = { subject_template: '{{x}}', html_template: 'x', text_template: 'x' }

    expect(await refusalOf(await call(`/${id}/preview`, { json }))).toEqual([400, 'template_invalid'])
    expect(await refusalOf(await call(`/${NOBODY}/preview`, { json }))).toEqual([404, 'template_not_found'])
  })
})
