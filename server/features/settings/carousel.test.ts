import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CarouselPicture } from '../../../shared/contract/facility/carousel.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

const PATH = '/api/settings/carousel'
interface Pictures {
  pictures: CarouselPicture[]
}
const pictureOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#23415f' } })
    .withExif({ IFD0: { Copyright: 'someone' } })
    .jpeg()
    .toBuffer()
const upload = (bytes: Uint8Array | string, alt: string, by: Person = admin, key: string = randomUUID()) =>
  app.request(`${PATH}?${new URLSearchParams({ alt })}`, {
    method: 'POST',
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
    cookie: by.cookie,
    headers: { 'content-type': 'image/jpeg', 'idempotency-key': key },
  })
const send = (method: string, path = PATH, json?: object, by: Person = admin) =>
  app.request(path, { method, cookie: by.cookie, ...(json ? { json } : {}) })
const shown = async () => (await bodyOf<Facility>(app.request('/api/facility'))).carousel_pictures

test('a picture is re-encoded in two widths, served for a year, and on the home page at once', async () => {
  expect(await shown()).toBeUndefined()
  const key = randomUUID()
  const bytes = await pictureOf(2400, 1200)
  const [first, again] = [
    await upload(bytes, 'Cages at dusk', admin, key),
    await upload(bytes, 'Cages at dusk', admin, key),
  ]
  expect(first.status).toBe(201)
  const { pictures } = await bodyOf<Pictures>(first)
  expect(await bodyOf(again)).toEqual({ pictures })
  expect(pictures).toMatchObject([{ alt: 'Cages at dusk', width: 1600, height: 800 }])
  await expect.poll(shown).toEqual(pictures)
  for (const [url, width] of [
    [pictures[0]?.url, 1600],
    [pictures[0]?.small_url, 800],
  ] as const) {
    const file = await app.request(url ?? '')
    expect(file.headers.get('cache-control')).toContain('immutable')
    const read = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    expect([read.format, read.width, read.exif]).toEqual(['jpeg', width, undefined])
  }
})

test('it comes as AVIF in both widths too, and cut for phones where the page shows it; an older one does not', async () => {
  // Of a wide picture the page shows what is around 68 % of the way to the right: here the blue part.
  const halves = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#ff0000' } })
    .composite([
      {
        input: { create: { width: 900, height: 800, channels: 3, background: '#0000ff' } },
        left: 680,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer()
  const { pictures } = await bodyOf<Pictures>(upload(halves, 'Two colors'))
  const added = pictures.at(-1)
  const urls = [...(added?.avif?.wide.matchAll(/\S+\.avif/g) ?? []).map(String), added?.avif?.portrait ?? '']
  const read = await Promise.all(
    urls.map(async (url) => {
      const file = await app.request(url)
      expect(file.headers.get('content-type')).toBe('image/avif')
      expect(file.headers.get('cache-control')).toContain('immutable')
      return sharp(Buffer.from(await file.arrayBuffer()))
    }),
  )
  const sizes = await Promise.all(read.map((picture) => picture.metadata()))
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [800, 400],
    [1600, 800],
    [600, 800],
  ])
  expect(sizes.map(({ exif }) => exif)).toEqual([undefined, undefined, undefined])
  const { dominant } = (await read[2]?.stats()) ?? {}
  expect(dominant?.b).toBeGreaterThan(200)
  expect(dominant?.r).toBeLessThan(60)

  await app.db
    .updateTable('carousel_pictures')
    .set({ has_avif: false })
    .where('id', '=', added?.id ?? '')
    .execute()
  expect((await bodyOf<Pictures>(send('GET'))).pictures.at(-1)).toMatchObject({ url: added?.url, avif: null })
  await send('DELETE', `${PATH}/${added?.id}`)
  for (const url of urls) expect((await app.request(url)).status).toBe(404)
})

test('pictures are put in order, described and deleted; an old list is refused', async () => {
  const { pictures } = await bodyOf<Pictures>(upload(await pictureOf(900, 600), 'A machine'))
  const [one, two] = pictures
  const order = [
    { id: two?.id, alt: 'The machine' },
    { id: one?.id, alt: 'Dusk' },
  ]
  const arranged = await bodyOf<Pictures>(send('PUT', PATH, { pictures: order }))
  expect(arranged.pictures.map(({ id, alt }) => ({ id, alt }))).toEqual(order)
  expect(await refusalOf(await send('PUT', PATH, { pictures: order.slice(1) }))).toEqual([
    409,
    'changed_meanwhile',
  ])
  expect(await refusalOf(await send('PUT', PATH, { pictures: [{ id: one?.id, alt: '' }] }))).toEqual([
    400,
    'invalid_input',
  ])

  const left = await bodyOf<Pictures>(send('DELETE', `${PATH}/${one?.id}`))
  expect(left.pictures.map(({ id }) => id)).toEqual([two?.id])
  expect((await app.request(one?.url ?? '')).status).toBe(404)
  expect(await refusalOf(await send('DELETE', `${PATH}/${one?.id}`))).toEqual([404, 'picture_not_found'])
})

test('a picture whose files cannot be deleted stays, and is deleted once they can', async () => {
  const bytes = await pictureOf(1600, 800)
  const { pictures } = await bodyOf<Pictures>(upload(bytes, 'On a disk that is read-only'))
  const { id, url } = pictures.at(-1) ?? { id: '', url: '' }
  const remove = app.context.files.delete
  app.context.files.delete = () => Promise.reject(new Error('EROFS: read-only file system'))
  try {
    expect(await refusalOf(await send('DELETE', `${PATH}/${id}`))).toEqual([503, 'storage_unavailable'])
    expect(await bodyOf(send('GET'))).toEqual({ pictures })
    expect((await app.request(url)).status).toBe(200)
  } finally {
    app.context.files.delete = remove
  }
  const left = await bodyOf<Pictures>(send('DELETE', `${PATH}/${id}`))
  expect(left.pictures).toEqual(pictures.slice(0, -1))
  expect((await app.request(url)).status).toBe(404)
})

test('what is no picture, too small or without words is refused, and nothing is stored', async () => {
  const before = await bodyOf<Pictures>(send('GET'))
  expect(await refusalOf(await upload('This is no picture.', 'A text'))).toEqual([400, 'picture_unreadable'])
  expect(await refusalOf(await upload(await pictureOf(900, 399), 'Small'))).toEqual([
    400,
    'picture_too_small',
  ])
  expect(await refusalOf(await upload(await pictureOf(900, 600), ' '))).toEqual([400, 'invalid_input'])
  expect(await bodyOf(send('GET'))).toEqual(before)
})

test('there are twelve at most', async () => {
  const bytes = await pictureOf(400, 400)
  for (let count = (await bodyOf<Pictures>(send('GET'))).pictures.length; count < 12; count += 1)
    expect((await upload(bytes, `Picture ${count}`)).status).toBe(201)
  expect(await refusalOf(await upload(bytes, 'One more'))).toEqual([409, 'carousel_full'])
})

test('only admins see and change them (list-carousel-pictures, upload-carousel-picture, update-carousel-pictures, delete-carousel-picture)', async () => {
  for (const role of ['desk', 'coach', 'user'] as const) {
    const person = await addPerson(app, { role })
    expect((await send('GET', PATH, undefined, person)).status).toBe(403)
    expect((await send('PUT', PATH, { pictures: [] }, person)).status).toBe(403)
    expect((await send('DELETE', `${PATH}/${randomUUID()}`, undefined, person)).status).toBe(403)
    expect((await upload('x', 'x', person)).status).toBe(403)
  }
})
