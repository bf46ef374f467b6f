import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { MailConnection } from '../../../../shared/contract/facility/connections.ts'
import { seal, unseal } from '../../../integrations/sealedSecret.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { openMailServer, type TestMailServer } from '../../../test/mailServer.ts'
import { enqueueConfirmation } from '../../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'

let app: TestApp
let admin: Person
let server: TestMailServer
beforeAll(async () => {
  server = await openMailServer()
  // In production, so that there is no development mailbox.
  app = await startTestApp({
    settings: { NODE_ENV: 'production', PUBLIC_URL: 'https://cages.test', SECOND_FACTOR: 'none' },
  })
  await app.another()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(async () => {
  await app.close()
  await server.down()
})

const PATH = '/api/settings/mail'
const entered = (more: object = {}) => ({
  ...{ host: '127.0.0.1', port: Number(new URL(server.url).port), security: 'none', user: '' },
  ...{ from_name: '', from_email: 'no-reply@pine.test', ...more },
})
const send = (method: string, path = PATH, json?: object, cookie = admin.cookie) =>
  app.request(path, { method, cookie, headers: { origin: 'https://cages.test' }, ...(json ? { json } : {}) })
const read = () => bodyOf<MailConnection>(send('GET'))
const mailTo = (email: string) => server.received.filter(({ to }) => to.includes(email))

test('get-mail-connection says that mail waits; after save-mail-connection every process sends it', async () => {
  expect(await read()).toMatchObject({ source: 'none', settings: null, has_password: false })
  await enqueueConfirmation(app.db, 'waiting@pine.test')
  expect(await refusalOf(await send('POST', `${PATH}/test`))).toEqual([409, 'mail_not_connected'])

  const saved = await send('PUT', PATH, entered())
  expect(await bodyOf(saved)).toMatchObject({ source: 'settings', accepted_at: null, settings: entered() })
  await expect.poll(() => mailTo('waiting@pine.test').length).toBe(1)
  const [mail] = mailTo('waiting@pine.test')
  expect(mail?.headers.get('from')).toContain('no-reply@pine.test')
  expect(mail?.headers.get('reply-to')).toContain('hello@goldentrianglecages.example')

  await app.db.deleteFrom('connections').execute()
  await expect.poll(async () => (await read()).source).toBe('none')
})

test('test-mail-connection writes to the caller, and the list of the owner knows that it was taken', async () => {
  await send('PUT', PATH, entered({ from_name: 'Pine "Street"' }))
  expect(await bodyOf(send('POST', `${PATH}/test`))).toEqual({ accepted: true, to: admin.email, words: '' })
  expect(mailTo(admin.email).at(-1)?.headers.get('from')).toBe('Pine Street <no-reply@pine.test>')
  expect((await read()).accepted_at).not.toBeNull()
  await send('PUT', PATH, entered())
  expect((await read()).accepted_at, 'of other values').toBeNull()
})

test('the server’s own words are shown where it does not take the message', async () => {
  await send('PUT', PATH, entered())
  server.refused.add(admin.email)
  onTestFinished(() => void server.refused.delete(admin.email))
  expect(await bodyOf(send('POST', `${PATH}/test`))).toMatchObject({
    ...{ accepted: false, words: expect.stringContaining('5.1.1 no such user') },
  })
  await send('PUT', PATH, entered({ port: 1 }))
  expect(await bodyOf(send('POST', `${PATH}/test`))).toMatchObject({
    ...{ accepted: false, words: expect.stringContaining('ECONNREFUSED') },
  })
  expect((await read()).accepted_at).toBeNull()
})

test('the password is kept sealed, stays where it is left out, and is in no answer and not in the audit log', async () => {
  const password = 'a-password-nobody-may-read'
  const answers = [
    await (await send('PUT', PATH, entered({ user: 'pine', password }))).text(),
    await (await send('PUT', PATH, entered({ user: 'pine', from_name: 'Pine' }))).text(),
    await (await send('GET')).text(),
  ]
  expect(answers.every((answer) => answer.includes('"has_password":true'))).toBe(true)
  const row = await app.db.selectFrom('connections').selectAll().executeTakeFirstOrThrow()
  expect(unseal(app.context.config, 'mail password', row.secret)).toBe(password)
  const logged = await app.db
    .selectFrom('audit_log')
    .select(['old_values', 'new_values'])
    .where('table_name', '=', 'connections')
    .execute()
  expect(logged.length).toBeGreaterThan(0)
  for (const text of [...answers, JSON.stringify(row), JSON.stringify(logged)]) {
    expect(text).not.toContain(password)
  }
  expect(JSON.stringify(logged)).not.toContain(row.secret)
})

test('under another AUTH_SECRET the password is asked for again, and mail waits', async () => {
  const strange = { secrets: { ...app.context.config.secrets, auth: 'another secret of thirty-two letters' } }
  await app.db
    .updateTable('connections')
    .set({ secret: seal(strange, 'mail password', 'x') })
    .execute()
  expect(await read()).toMatchObject({ readable: false, settings: { host: '127.0.0.1' } })
  expect(await refusalOf(await send('POST', `${PATH}/test`))).toEqual([409, 'mail_not_connected'])
})

test('a secret is for one purpose, and one flipped bit is seen', () => {
  const { config } = app.context
  const sealed = seal(config, 'mail password', 'word')
  expect(unseal(config, 'mail password', sealed)).toBe('word')
  expect(unseal(config, 'card key', sealed)).toBeNull()
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(unseal(config, 'mail password', bytes.toString('base64url'))).toBeNull()
  expect(unseal(config, 'mail password', '')).toBeNull()
})

test.each([
  ['host', 'no server'],
  ['host', 'evil.test/x'],
  ['port', 0],
  ['port', 70_000],
  ['security', 'ssl3'],
  ['from_email', 'nobody'],
  ['from_name', 'two\nlines'],
])('%s cannot be %j', async (field, value) => {
  const before = await read()
  const refused = await send('PUT', PATH, entered({ [field]: value }))
  expect([refused.status, await bodyOf(refused)]).toMatchObject([
    400,
    { code: 'invalid_input', details: [{ path: [field] }] },
  ])
  expect(await read()).toEqual(before)
})

test('save-mail-connection and delete-mail-connection ask for a fresh proof', async () => {
  const late = await addPerson(app, { role: 'admin' })
  await app.db
    .updateTable('auth_sessions')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', late.id)
    .execute()
  for (const [method, json] of [['PUT', entered()], ['DELETE']] as const)
    expect(await refusalOf(await send(method, PATH, json, late.cookie))).toEqual([403, 'proof_required'])
})

test('the environment has precedence, and nothing is saved', async () => {
  const set = await startTestApp({ settings: { SMTP_URL: 'smtp://user:secret@mail.test:2525' } })
  onTestFinished(() => set.close())
  const { cookie } = await addPerson(set, { role: 'admin' })
  const answer = await set.request(PATH, { cookie })
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ source: 'environment', settings: null })
  expect(text).not.toContain('secret')
  const saved = await set.request(PATH, { method: 'PUT', cookie, json: entered() })
  expect(await refusalOf(saved)).toEqual([409, 'set_by_environment'])
  expect(await refusalOf(await set.request(PATH, { method: 'DELETE', cookie }))).toEqual([
    409,
    'set_by_environment',
  ])
})

test('a test through the environment’s server has the sender of all mail, and says nothing of what was entered', async () => {
  const set = await startTestApp({ settings: { SMTP_URL: server.url } })
  onTestFinished(() => set.close())
  const { cookie, email } = await addPerson(set, { role: 'admin' })
  await set.db.updateTable('facility').set({ name: 'Pine "Street"' }).execute()
  const row = { settings: JSON.stringify(entered()), secret: seal(set.context.config, 'mail password', '') }
  await set.db
    .insertInto('connections')
    .values({ name: 'mail', ...row })
    .execute()
  await expect.poll(async () => (await set.context.facility.get()).name).toBe('Pine "Street"')
  const tested = await set.request(`${PATH}/test`, { method: 'POST', cookie })
  expect(await bodyOf(tested)).toMatchObject({ accepted: true })
  expect(mailTo(email).at(-1)?.headers.get('from')).toBe('Pine Street <hello@goldentrianglecages.example>')
  expect(await set.db.selectFrom('connections').select('accepted_at').execute()).toEqual([
    { accepted_at: null },
  ])
})

test.each(['user', 'coach', 'desk'] as const)('%s may read and change none of it', async (role) => {
  const { cookie } = await addPerson(app, { role })
  const calls: [string, string, object?][] = [
    ['GET', PATH],
    ['PUT', PATH, entered()],
    ['DELETE', PATH],
    ['POST', `${PATH}/test`],
    ['GET', `${PATH}/domain`],
  ]
  for (const [method, path, json] of calls)
    expect(await refusalOf(await send(method, path, json, cookie)), path).toEqual([403, 'forbidden'])
})

/** Answers every question for a TXT record with one text, or with none (RFC 1035 §4.1); without texts it is silent. */
async function nameServer(texts: Readonly<Record<string, string>> | null): Promise<void> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    if (texts === null) return
    const name: string[] = []
    let at = 12
    for (; question[at]; at += (question[at] ?? 0) + 1)
      name.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)))
    const text = texts[name.join('.')]
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(text === undefined ? 0 : 1, 6)
    head.fill(0, 8, 12)
    const asked = question.subarray(12, at + 5)
    const answer = text
      ? Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length])
      : Buffer.alloc(0)
    socket.send(Buffer.concat([head, asked, answer, Buffer.from(text ?? '')]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const before = getServers()
  setServers([`127.0.0.1:${socket.address().port}`])
  onTestFinished(() => {
    setServers(before)
    socket.close()
  })
}

test('check-mail-domain reads the domain’s records from DNS, and a DNS that is away is no verdict', async () => {
  await send('PUT', PATH, entered(), (await addPerson(app, { role: 'admin' })).cookie)
  const check = () => bodyOf(send('GET', `${PATH}/domain`))
  await nameServer({ 'pine.test': 'v=spf1 mx -all' })
  expect(await check()).toEqual({ domain: 'pine.test', spf: 'found', dmarc: 'missing' })
  await nameServer({ 'pine.test': 'hello', '_dmarc.pine.test': 'v=DMARC1; p=none' })
  expect(await check()).toEqual({ domain: 'pine.test', spf: 'missing', dmarc: 'found' })
  setServers(['127.0.0.1:1'])
  expect(await check()).toEqual({ domain: 'pine.test', spf: 'unknown', dmarc: 'unknown' })
})

test('servers that take a connection or a question and never answer are told of in time', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const open: Socket[] = []
  silent.on('connection', (socket) => open.push(socket))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    silent.close()
  })
  await send('PUT', PATH, entered({ port: (silent.address() as AddressInfo).port }))
  const named = await startTestApp({ settings: { SMTP_URL: 'smtp://mail.pine.test:25' } })
  onTestFinished(() => named.close())
  const { cookie } = await addPerson(named, { role: 'admin' })
  await nameServer(null)
  const began = Date.now()
  const answers = await Promise.all([
    bodyOf<{ words: string }>(send('POST', `${PATH}/test`)),
    bodyOf<{ words: string }>(named.request(`${PATH}/test`, { method: 'POST', cookie })),
    bodyOf(send('GET', `${PATH}/domain`)),
  ])
  expect(Date.now() - began, 'before the browser gives up').toBeLessThan(25_000)
  expect(answers).toMatchObject([
    { accepted: false, words: 'Greeting never received' },
    { accepted: false, words: expect.stringContaining('mail.pine.test') },
    { spf: 'unknown', dmarc: 'unknown' },
  ])
}, 40_000)
