import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  EmailTemplate,
  EmailTemplateVersion,
} from '../../../../shared/contract/messages/emailTemplates.ts'
import type { MailBlock } from '../../../../shared/contract/messages/mailBlocks.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { deliverHeld, enqueueConfirmation, holdMail } from '../../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { hostile } from './hostileHtml.fixture.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin', name: 'Ada Admin' })
  await holdMail(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['email_templates', 'email_template_versions', 'outbox'] as const)
    await app.db.deleteFrom(table).execute()
})

const at = (path: string, init: object = {}, { cookie } = admin) =>
  app.request(`/api/admin/email-templates${path}`, { cookie, ...init })
async function named(key: string): Promise<EmailTemplate & { blocks: MailBlock[] }> {
  const { templates } = await bodyOf<{ templates: EmailTemplate[] }>(at(''))
  const found = templates.find((template) => template.key === key)
  if (!found) throw new Error(`no template ${key}`)
  return { ...found, blocks: found.blocks ?? [] }
}
/** What the specification's client sends. */
const bodyBySpec = (template: EmailTemplate) => {
  const { name, description, subject_template, html_template, text_template, is_active } = template
  return { name, description, subject_template, html_template, text_template, is_active }
}
const save = (template: EmailTemplate, changes: object, by = admin) =>
  at(`/${template.id}`, { method: 'PUT', json: { ...bodyBySpec(template), ...changes } }, by)
const texts = ({ subject_template, html_template, text_template }: EmailTemplate, more: object) => ({
  json: { subject_template, html_template, text_template, ...more },
})
const rewritten = (blocks: readonly MailBlock[], id: string, changes: object) =>
  blocks.map((block) => (block.id === id ? ({ ...block, ...changes } as MailBlock) : block))
/** The mail of a new account, as the worker sends it. */
async function sentMail() {
  await enqueueConfirmation(app.db, 'jo@example.com', `confirm-email:${crypto.randomUUID()}`)
  const { taken } = await deliverHeld(app.context)
  return taken.at(-1)
}

describe('a message as blocks', () => {
  test('get-email-templates lists the built-in blocks of every message', async () => {
    const { templates } = await bodyOf<{ templates: EmailTemplate[] }>(at(''))

    for (const { blocks, default: builtIn } of templates) {
      expect(blocks?.length).toBeGreaterThan(1)
      expect(blocks).toEqual(builtIn.blocks)
    }
    expect((await named('confirm-email')).blocks.map(({ kind }) => kind)).toEqual([
      ...['heading', 'greeting', 'paragraph', 'button', 'note', 'note'],
    ])
  })

  test('update-email-template keeps the blocks, and the mail is written from them', async () => {
    const template = await named('confirm-email')
    const [heading, greeting, welcome, ...rest] = rewritten(template.blocks, '3', {
      text: 'Welcome, {{first_name}} & <family>!',
    })
    if (!heading || !greeting || !welcome) throw new Error('no blocks')
    const blocks = [welcome, { ...greeting, hidden: true as const }, heading, ...rest]
    // What is sent beside the blocks is not looked at.
    const answer = await save(template, { blocks, html_template: '<script>', text_template: '{{oops}}' })

    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ success: true, removed: [], template: { blocks } })
    expect(await named('confirm-email')).toMatchObject({
      ...{ blocks, edited: true, problems: [] },
      html_template: expect.stringMatching(
        /^<p>Welcome, \{\{first_name\}\} &amp; &lt;family&gt;!<\/p>\n<h1>/,
      ),
      text_template: expect.stringMatching(/^Welcome, \{\{first_name\}\} & <family>!\n\nOne click/),
    })
    const mail = await sentMail()
    expect(mail?.html).toMatch(/<p>Welcome, Jo &amp; &lt;family&gt;!<\/p>\n<h1>One click and you’re in<\/h1>/)
    expect(mail?.text).toMatch(/^Welcome, Jo & <family>!\n\nOne click and you’re in\n\nhttps:/)
    expect(mail?.text).not.toContain('Hi Jo,')
  })

  test('preview-email-template and send-test-email-template show unsaved blocks', async () => {
    const template = await named('booking-confirmed')
    const blocks = rewritten(template.blocks, '4', { text: 'See you, {{first_name}}.' })
    const preview = await at(`/${template.id}/preview`, texts(template, { blocks }))
    expect(await preview.json()).toMatchObject({
      html: expect.stringContaining('<p>See you, Jo.</p>'),
      text: expect.stringContaining('See you, Jo.'),
      html_template: expect.stringContaining('<p>See you, {{first_name}}.</p>'),
      text_template: expect.stringContaining('See you, {{first_name}}.'),
      removed: [],
    })

    expect((await at(`/${template.id}/test`, texts(template, { blocks }))).status).toBe(200)
    const { taken } = await deliverHeld(app.context)
    expect(taken).toMatchObject([
      {
        to: admin.email,
        subject: expect.stringMatching(/^\[Test\] /),
        html: expect.stringContaining('<p>See you, Jo.</p>'),
      },
    ])
    expect(await named('booking-confirmed')).toMatchObject({ edited: false, revision: 0 })
  })

  test('every version has its blocks; HTML that is edited has none; the standard text brings its own back', async () => {
    const template = await named('confirm-email')
    const blocks = rewritten(template.blocks, '3', { text: 'Ours' })
    await save(template, { blocks })
    await save(await named('confirm-email'), {
      html_template: '<p>By hand {{confirm_url}}</p>',
      blocks: null,
    })
    const byHand = await bodyOf<{ templates: EmailTemplate[] }>(at(''))
    expect(byHand.templates.find(({ key }) => key === 'confirm-email')).toMatchObject({
      blocks: null,
      default: { blocks: template.blocks },
    })
    await at(`/${template.id}/restore`, { json: {} })

    const { versions } = await bodyOf<{ versions: EmailTemplateVersion[] }>(at(`/${template.id}/versions`))
    expect(versions.map((version) => version.blocks)).toEqual([template.blocks, null, blocks])
    expect(await named('confirm-email')).toMatchObject({ edited: false, blocks: template.blocks })
  })

  test('someone who sends no blocks keeps them while the texts are the same, and edits HTML otherwise', async () => {
    const template = await named('confirm-email')
    const blocks = rewritten(template.blocks, '3', { text: 'Ours' })
    await save(template, { blocks })
    const ours = await named('confirm-email')

    await save(ours, { is_active: false })
    expect(await named('confirm-email')).toMatchObject({ is_active: false, blocks })
    await save(ours, { text_template: `${ours.text_template}\nBye` })
    const { templates } = await bodyOf<{ templates: EmailTemplate[] }>(at(''))
    expect(templates.find(({ key }) => key === 'confirm-email')?.blocks).toBeNull()
  })

  test('a text of before there were blocks, or of another version, is edited as HTML', async () => {
    const stored = {
      subject_template: 's',
      html_template: '<p>{{message}}</p>',
      text_template: '{{message}}',
    }
    for (const blocks of [null, JSON.stringify([{ kind: 'carousel', id: '1' }])]) {
      await app.db.deleteFrom('email_templates').execute()
      await app.db
        .insertInto('email_templates')
        .values({ name: 'contact-message', ...stored, blocks })
        .execute()
      const { templates } = await bodyOf<{ templates: EmailTemplate[] }>(at(''))
      expect(templates.find(({ key }) => key === 'contact-message')).toMatchObject({
        ...stored,
        blocks: null,
        problems: [],
      })
    }
  })

  test.each([
    [
      'an unknown variable',
      (blocks: MailBlock[]) => rewritten(blocks, '3', { text: '{{nobody}}' }),
      { field: 'blocks', block: '3', name: 'nobody' },
    ],
    [
      'a variable of another message',
      (blocks: MailBlock[]) => rewritten(blocks, '4', { url: 'reset_url' }),
      { field: 'blocks', block: '4', name: 'reset_url' },
    ],
    [
      'no link',
      (blocks: MailBlock[]) => rewritten(rewritten(blocks, '4', { hidden: true }), '5', { hidden: true }),
      { field: 'html_template', name: 'confirm_url' },
    ],
    [
      'nothing',
      (blocks: MailBlock[]) => blocks.map((block) => ({ ...block, hidden: true as const })),
      { field: 'html_template', message: 'This part is empty.' },
    ],
    ['no blocks', () => [], { field: 'html_template', message: 'This part is empty.' }],
    [
      'a personal link within another address',
      (blocks: MailBlock[]) => rewritten(blocks, '3', { text: 'https://evil.test/?{{confirm_url}}' }),
      { field: 'html_template', name: 'confirm_url' },
    ],
    [
      'an open condition',
      (blocks: MailBlock[]) => rewritten(blocks, '3', { text: '{{#if full_name}}' }),
      { field: 'blocks', block: '3' },
    ],
  ])('refuses %s with its place, when saved, shown and sent as a test', async (_what, change, problem) => {
    const template = await named('confirm-email')
    const blocks = change(template.blocks)
    const answers = [
      await save(template, { blocks }),
      await at(`/${template.id}/preview`, texts(template, { blocks })),
      await at(`/${template.id}/test`, texts(template, { blocks })),
    ]

    for (const answer of answers) {
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        code: 'template_invalid',
        details: expect.arrayContaining([expect.objectContaining(problem)]),
      })
    }
    expect(await named('confirm-email')).toMatchObject({ edited: false, revision: 0 })
  })

  test.each([
    ['a block of no kind', [{ id: '1', kind: 'html', text: '<b>x</b>' }]],
    [
      'two blocks of one id',
      [
        { id: '1', kind: 'note', text: 'a' },
        { id: '1', kind: 'note', text: 'b' },
      ],
    ],
    ['a text of 5,001 signs', [{ id: '1', kind: 'note', text: 'x'.repeat(5_001) }]],
    ['61 blocks', Array.from({ length: 61 }, (_, n) => ({ id: String(n), kind: 'note', text: 'a' }))],
    ['a table without rows', [{ id: '1', kind: 'table', rows: [] }]],
    ['a sign that no text has', [{ id: '1', kind: 'note', text: 'a\u0000b' }]],
    ['blocks that are no list', { id: '1' }],
  ])('refuses %s as invalid_input', async (_what, blocks) => {
    const template = await named('confirm-email')

    expect(await refusalOf(await save(template, { blocks }))).toEqual([400, 'invalid_input'])
    expect(await named('confirm-email')).toMatchObject({ revision: 0 })
  })

  test('half a sign, as a program may cut one, is refused too', async () => {
    const template = await named('confirm-email')
    const blocks = rewritten(template.blocks, '3', { text: 'Hi \ud83d' })

    expect(await refusalOf(await save(template, { blocks }))).toEqual([400, 'invalid_input'])
    const html_template = `${template.html_template}\ud83d`
    const byTest = await at(`/${template.id}/test`, texts(template, { html_template }))
    expect(await refusalOf(byTest)).toEqual([400, 'invalid_input'])
  })

  test('the database takes only lists', async () => {
    const values = {
      name: 'x',
      subject_template: 's',
      html_template: 'h',
      text_template: 't',
      blocks: '{"a":1}',
    }
    await expect(app.db.insertInto('email_templates').values(values).execute()).rejects.toThrow(
      /email_templates_blocks_check/,
    )
  })

  test.each(['user', 'coach', 'desk'] as const)('is not for %s', async (role) => {
    const template = await named('confirm-email')
    const person = await addPerson(app, { role })
    const { blocks } = template
    const answers = [
      await save(template, { blocks }, person),
      await at(`/${template.id}/preview`, texts(template, { blocks }), person),
      await at(`/${template.id}/test`, texts(template, { blocks }), person),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await named('confirm-email')).toMatchObject({ revision: 0 })
  })
})

describe('HTML that is edited', () => {
  const unsafe =
    /<script|\son\w+=|url\(|expression|@import|href="\s*\w*script:|src="data:|<form|<svg|<iframe|<base|evil\.test/i

  test.each(hostile)('with %s is saved and sent without it, and its author is told', async (html, told) => {
    const template = await named('contact-message')
    const html_template = `<p>{{message}}</p>${html}`
    const preview = await at(`/${template.id}/preview`, texts(template, { html_template, blocks: null }))
    const answer = await save(template, { html_template, blocks: null })

    expect(preview.status).toBe(200)
    const shown = await bodyOf<{ html: string; removed: string[] }>(preview)
    expect(shown.removed).toContain(told)
    const { removed, template: now } = await bodyOf<{ removed: string[]; template: EmailTemplate }>(answer)
    expect(removed).toEqual(shown.removed)
    expect(now.html_template).toContain('<p>{{message}}</p>')
    // Styles of the layout are its own.
    for (const text of [now.html_template, shown.html.slice(shown.html.indexOf('<body>'))])
      expect(text).not.toMatch(unsafe)
  })

  test('in the database already is sent without it', async () => {
    const html_template = hostile.map(([html]) => html).join('\n')
    await app.db
      .insertInto('email_templates')
      .values({
        ...{ name: 'refund-failed', subject_template: 'Ours', text_template: '{{amount}} {{customer_name}}' },
        html_template: `<p>{{amount}} {{customer_name}}</p>\n${html_template}`,
      })
      .execute()
    await app.db
      .insertInto('outbox')
      .values({
        template: 'refund-failed',
        to_email: 'desk@example.com',
        data: JSON.stringify({
          customer_name: 'Jo',
          customer_email: '',
          amount: '$1.00',
          description: '',
          reason: '',
        }),
      })
      .execute()
    const { taken } = await deliverHeld(app.context)

    expect(taken[0]?.subject).toBe('Ours')
    const body = taken[0]?.html.slice(taken[0].html.indexOf('<body>')) ?? ''
    expect(body).toContain('<p>$1.00 Jo</p>')
    expect(body).not.toMatch(unsafe)
  })

  test('cannot make an address of what a visitor wrote run something', async () => {
    const template = await named('contact-message')
    await save(template, { html_template: '<a href="{{name}}">{{message}}</a>', blocks: null })
    const data = { name: 'javascript:alert(1)', phone: '', email: '', subject: 's', message: 'Hello' }
    await app.db
      .insertInto('outbox')
      .values({ template: 'contact-message', to_email: 'desk@example.com', data: JSON.stringify(data) })
      .execute()

    expect((await deliverHeld(app.context)).taken[0]?.html).toContain('<a>Hello</a>')
  })

  test('of one megabyte is refused, and nothing changes', async () => {
    const template = await named('contact-message')
    const html_template = `{{message}}${'x'.repeat(1_048_576)}`
    for (const answer of [
      await save(template, { html_template }),
      await at(`/${template.id}/preview`, texts(template, { html_template })),
      await at(`/${template.id}/test`, texts(template, { html_template })),
    ])
      expect(await refusalOf(answer)).toEqual([413, 'body_too_large'])
    expect(await named('contact-message')).toMatchObject({ revision: 0, edited: false })
  })
})
