import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

type Building = NonNullable<Facility['building']>

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

const PATH = '/api/settings/building'
const pictureOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a04030' } })
    .withExif({ IFD0: { Copyright: 'someone' } })
    .jpeg()
    .toBuffer()
const upload = (
  bytes: Uint8Array | string,
  { by = admin, seen = '', key = randomUUID() as string, alt = 'The blue door' } = {},
) =>
  app.request(`${PATH}?${new URLSearchParams({ alt, seen })}`, {
    method: 'POST',
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
    cookie: by.cookie,
    headers: { 'content-type': 'image/jpeg', 'idempotency-key': key },
  })
const remove = (seen: string, by = admin) =>
  app.request(`${PATH}?${new URLSearchParams({ seen })}`, { method: 'DELETE', cookie: by.cookie })
const shown = async () => (await bodyOf<Facility>(app.request('/api/facility'))).building
const row = async () =>
  (await app.db.selectFrom('facility').select('building').executeTakeFirstOrThrow()).building
const stored = async () => {
  const names: string[] = []
  for await (const name of app.context.files.names()) if (name.startsWith('building/')) names.push(name)
  return names
}
const added = async (answer: Response | Promise<Response>) =>
  (await bodyOf<{ building: Building }>(answer)).building

test('only an admin changes the picture of the building (upload-building-picture, delete-building-picture)', async () => {
  for (const role of ['desk', 'coach', 'user'] as const) {
    const by = await addPerson(app, { role })
    expect((await upload('x', { by })).status).toBe(403)
    expect((await remove('x', by)).status).toBe(403)
  }
  expect((await app.request(`${PATH}?seen=x`, { method: 'DELETE' })).status).toBe(401)
  expect(await row()).toBeNull()
})

test('it is drawn again, shown with its size and words, replaced, and gone with its files', async () => {
  const key = randomUUID()
  const bytes = await pictureOf(2400, 1600)
  const [first, again] = [await upload(bytes, { key }), await upload(bytes, { key })]
  expect(first.status).toBe(201)
  const building = await added(first)
  expect(await added(again)).toEqual(building)
  expect(building).toEqual({
    url: expect.stringMatching(/^\/files\/building\/[\w-]+\/\d{16}\.jpg$/),
    ...{ width: 1600, height: 1067, alt: 'The blue door' },
  })
  await expect.poll(shown).toEqual(building)
  for (const [path, width] of [
    [building.url, 1600],
    [building.url.replace('.jpg', '-800.jpg'), 800],
    [building.url.replace('.jpg', '.avif'), 1600],
    [building.url.replace('.jpg', '-800.avif'), 800],
  ] as const) {
    const file = await app.request(path)
    expect(file.headers.get('cache-control')).toContain('immutable')
    const read = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    expect([read.width, read.exif]).toEqual([width, undefined])
  }

  const next = await added(upload(bytes, { seen: building.url, alt: 'From the street' }))
  expect(next.alt).toBe('From the street')
  expect((await app.request(building.url)).status).toBe(404)
  expect(await stored()).toHaveLength(4)
  expect(await bodyOf(remove(next.url))).toEqual({ building: null })
  await expect.poll(shown).toBeUndefined()
  expect(await stored()).toEqual([])
})

test('what is not a picture, too small, without words, or over another admin’s changes nothing', async () => {
  const bytes = await pictureOf(800, 600)
  expect(await refusalOf(await upload('Not a picture'))).toEqual([400, 'picture_unreadable'])
  expect(await refusalOf(await upload(await pictureOf(399, 600)))).toEqual([400, 'picture_too_small'])
  expect(await refusalOf(await upload(bytes, { alt: ' ' }))).toEqual([400, 'invalid_input'])
  expect(await refusalOf(await remove(''))).toEqual([400, 'invalid_input'])
  expect(await refusalOf(await remove('/files/building/x.jpg'))).toEqual([409, 'building_changed'])
  expect(await row()).toBeNull()
  const { url } = await added(upload(bytes))
  const files = await stored()
  expect(await refusalOf(await upload(bytes))).toEqual([409, 'building_changed'])
  expect(await refusalOf(await remove('/files/building/x.jpg'))).toEqual([409, 'building_changed'])
  expect(await stored()).toEqual(files)
  await remove(url)
})

test('while the storage is away nothing changes, and it is said', async () => {
  const bytes = await pictureOf(800, 600)
  const { url } = await added(upload(bytes))
  const { files } = app.context
  const known = { put: files.put, delete: files.delete }
  files.put = files.delete = () => Promise.reject(new Error('The disk is away.'))
  try {
    expect(await refusalOf(await upload(bytes, { seen: url }))).toEqual([503, 'storage_unavailable'])
    expect(await refusalOf(await remove(url))).toEqual([503, 'storage_unavailable'])
  } finally {
    Object.assign(files, known)
  }
  expect((await shown())?.url).toBe(url)
  expect((await remove(url)).status).toBe(200)
})

test('of admins who change it at once one is taken, and no file is left over', async () => {
  const other = await addPerson(app, { role: 'admin' })
  const bytes = await pictureOf(600, 400)
  const uploads = await Promise.all([upload(bytes), upload(bytes, { by: other })])
  expect(uploads.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await stored()).toHaveLength(4)
  const { url } = await added(uploads.find(({ ok }) => ok) as Response)
  const answers = await Promise.all([admin, other, admin, other].map((by) => remove(url, by)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  for (const answer of answers.filter(({ ok }) => !ok))
    expect(await refusalOf(answer)).toEqual([409, 'building_changed'])
  expect(await stored()).toEqual([])
})
