import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

type Logo = NonNullable<Facility['logo']>

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

const PATH = '/api/settings/logo'
const svg = (content: string, size = 'width="24" height="12" viewBox="0 0 24 12"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`
const BALL = svg('<rect width="24" height="12" rx="6" fill="#1d6fd8"/>')
const png = (width: number, height: number, background = '#1d6fd8') =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()

interface Sending {
  readonly by?: Person
  readonly ground?: 'light' | 'dark'
  readonly seen?: string
  readonly type?: string
  readonly key?: string
}
const query = ({ ground = 'light', seen = '' }: Sending) => `${PATH}?${new URLSearchParams({ ground, seen })}`
const upload = (bytes: Uint8Array | string, sending: Sending = {}) =>
  app.request(query(sending), {
    method: 'POST',
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
    cookie: (sending.by ?? admin).cookie,
    headers: {
      'content-type': sending.type ?? 'image/png',
      'idempotency-key': sending.key ?? randomUUID(),
    },
  })
const remove = (sending: Sending) =>
  app.request(query(sending), { method: 'DELETE', cookie: (sending.by ?? admin).cookie })
const stored = async (): Promise<Logo | undefined> =>
  (await bodyOf<Facility>(app.request('/api/facility'))).logo
/** The facility's row, whose cache another request may not have heard of yet. */
const row = () => app.db.selectFrom('facility').select(['logo', 'logo_dark']).executeTakeFirstOrThrow()
const fetched = async (path: string) => {
  const answer = await app.request(path)
  return { answer, picture: sharp(Buffer.from(await answer.arrayBuffer())) }
}
const reset = () => app.db.updateTable('facility').set({ logo: null, logo_dark: null }).execute()

test('only an admin changes the logo (upload-logo, delete-logo)', async () => {
  for (const role of ['desk', 'coach', 'user'] as const) {
    const by = await addPerson(app, { role })
    expect((await upload(BALL, { by })).status).toBe(403)
    expect((await remove({ by })).status).toBe(403)
  }
  expect((await app.request(query({}), { method: 'DELETE' })).status).toBe(401)
  expect(await row()).toEqual({ logo: null, logo_dark: null })
})

describe('what becomes of a logo', () => {
  test('an SVG is drawn large, and is served as PNGs only: on clear, on white for dark grounds, and as icons', async () => {
    const key = randomUUID()
    const sent = [await upload(BALL, { type: 'image/svg+xml', key }), await upload(BALL, { key })]
    expect(sent.map(({ status }) => status)).toEqual([201, 201])
    const { logo } = await bodyOf<{ logo: Logo }>(sent[0] as Response)
    expect(await bodyOf(sent[1] as Response)).toEqual({ logo })
    await expect.poll(stored).toEqual(logo)
    expect(logo).toMatchObject({
      light: { src: expect.stringMatching(/^\/files\/logos\/[\w-]+\/\d{16}\.png$/), width: 480, height: 240 },
      dark: { src: logo.light.src.replace('.png', '-plate.png'), width: 552, height: 312 },
      has_own_dark: false,
    })
    const { answer, picture } = await fetched(logo.light.src)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'image/png',
      expect.stringContaining('immutable'),
    ])
    // Mail programs show it in a page of their own.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    // The corners of the ball are clear, and white on the plate, whose own corners are clear.
    expect(await colorAt(picture, 0, 0)).toEqual([0, 0, 0, 0])
    expect(await colorAt(picture, 240, 120)).toEqual([29, 111, 216, 255])
    const plate = (await fetched(logo.dark.src)).picture
    expect(await plate.metadata()).toMatchObject({ width: 552, height: 312 })
    expect([await colorAt(plate, 0, 0), await colorAt(plate, 276, 20)]).toEqual([
      expect.arrayContaining([0]),
      [255, 255, 255, 255],
    ])
    expect((await app.request(logo.light.src.replace('.png', '.svg'))).status).toBe(404)
  })

  test('the tab, the home screen of a phone and shared links show it, by their own paths and in the page', async () => {
    const { logo } = await bodyOf<{ logo: Logo }>(upload(BALL, { seen: (await stored())?.light.src ?? '' }))
    const src = logo.light.src.replace('.png', '')
    await expect.poll(stored).toEqual(logo)
    for (const [path, width, height] of [
      ['/favicon.ico', 96, 96],
      ['/apple-touch-icon.png', 180, 180],
      ['/og.png', 1200, 630],
    ] as const) {
      const { answer, picture } = await fetched(path)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(await picture.metadata()).toMatchObject({ width, height })
    }
    const html = await (await app.request('/contact')).text()
    expect(html).toContain(`<link rel="icon" href="${src}-icon.png" type="image/png" />`)
    expect(html).toContain(`<link rel="apple-touch-icon" href="${src}-touch.png" />`)
    expect(html).toMatch(new RegExp(`property="og:image" content="https?://[^"]+${src}-share.png"`))
    await reset()
    await expect.poll(stored).toBeUndefined()
    const without = await (await app.request('/contact')).text()
    expect(without).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml" />')
    expect(without).toMatch(/property="og:image" content="https?:\/\/[^"]+\/og.png"/)
  })

  test('an empty margin goes, a picture of any shape stays in its shape', async () => {
    const mark = await png(100, 900)
    const canvas = sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#ffffff' } })
    const wide = await canvas
      .composite([{ input: mark }])
      .webp()
      .toBuffer()
    const { logo } = await bodyOf<{ logo: Logo }>(upload(wide, { type: 'image/webp' }))
    expect([logo.light.width, logo.light.height]).toEqual([27, 240])
    await reset()
  })

  test('one for dark grounds needs another one, and goes with it', async () => {
    expect(await refusalOf(await upload(BALL, { ground: 'dark' }))).toEqual([409, 'logo_missing'])
    expect(await refusalOf(await remove({ ground: 'dark' }))).toEqual([409, 'logo_missing'])
    const first = await bodyOf<{ logo: Logo }>(upload(BALL))
    const seen = first.logo.light.src
    const { logo } = await bodyOf<{ logo: Logo }>(upload(await png(300, 60, '#ffffff'), { ground: 'dark' }))
    expect(logo).toMatchObject({
      light: first.logo.light,
      dark: { width: 300, height: 60 },
      has_own_dark: true,
    })
    expect(await refusalOf(await remove({ ground: 'dark' }))).toEqual([409, 'logo_changed'])
    const back = await bodyOf<{ logo: Logo }>(remove({ ground: 'dark', seen: logo.dark.src }))
    expect(back.logo).toEqual(first.logo)
    await upload(await png(300, 60), { ground: 'dark' })
    expect(await bodyOf(remove({ seen }))).toEqual({ logo: null })
    expect(await row()).toEqual({ logo: null, logo_dark: null })
    // What was sent by mail shows it still.
    expect((await app.request(seen)).status).toBe(200)
    await expect(
      app.db.updateTable('facility').set({ logo_dark: '{"file":"x","width":1,"height":1}' }).execute(),
    ).rejects.toThrow('facility_logo_dark_beside_another')
  })
})

describe('what is not taken changes nothing', () => {
  test.each([
    ['a text', 'Not a picture', 400, 'picture_unreadable'],
    ['a page', '<!doctype html><html><body>x</body></html>', 400, 'picture_unreadable'],
    ['a damaged SVG', svg('<rect width="24"'), 400, 'picture_unreadable'],
    ['nothing', '', 400, 'picture_unreadable'],
    [
      'an SVG of a million pixels each way',
      svg('', 'width="1000000" height="1000000"'),
      400,
      'picture_too_many_pixels',
    ],
  ])('%s', async (_what, bytes, status, code) => {
    expect(await refusalOf(await upload(bytes))).toEqual([status, code])
    expect(await row()).toEqual({ logo: null, logo_dark: null })
  })

  test('a picture cut short, one too small, a bomb, and 50 MB', async () => {
    const whole = await png(400, 400, '#123456')
    expect(await refusalOf(await upload(whole.subarray(0, 90)))).toEqual([400, 'picture_unreadable'])
    expect(await refusalOf(await upload(await png(31, 200)))).toEqual([400, 'logo_too_small'])
    // 100 megapixels in some kilobytes.
    const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(await refusalOf(await upload(bomb))).toEqual([400, 'picture_too_many_pixels'])
    expect(await refusalOf(await upload(new Uint8Array(50 * 1024 * 1024)))).toEqual([413, 'body_too_large'])
    expect(await row()).toEqual({ logo: null, logo_dark: null })
  })

  test('entities that multiply, files of the server and addresses elsewhere do not get into an SVG', async () => {
    const laughs = `<!DOCTYPE svg [<!ENTITY a "ha">${[...'bcdefghij']
      .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`)
      .join('')}]>`
    const bomb = BALL.replace('<svg', `${laughs}<svg`).replace('</svg>', '<text>&j;</text></svg>')
    expect(await refusalOf(await upload(bomb))).toEqual([400, 'picture_unreadable'])
    // The outbound address would fail the test.
    const curious = svg(
      `<rect width="24" height="12" fill="#1d6fd8"/><image href="file:///etc/passwd" width="9" height="9"/>
       <image href="http://192.0.2.1/x.png" width="9" height="9"/><script>alert(1)</script>`,
    )
    const { logo } = await bodyOf<{ logo: Logo }>(upload(curious))
    const { picture } = await fetched(logo.light.src)
    expect(await colorAt(picture, 10, 10)).toEqual([29, 111, 216, 255])
    await reset()
  })

  test('what cannot be stored is said, and keeps the logo that is there', async () => {
    const { logo } = await bodyOf<{ logo: Logo }>(upload(BALL))
    const { files } = app.context
    const put = files.put
    files.put = () => Promise.reject(new Error('The disk is full.'))
    try {
      const answer = await upload(BALL, { seen: logo.light.src })
      expect(await refusalOf(answer)).toEqual([503, 'storage_unavailable'])
    } finally {
      files.put = put
    }
    await expect.poll(stored).toEqual(logo)
    await reset()
  })
})

test('of admins who change it at once one is taken, in every round', async () => {
  const other = await addPerson(app, { role: 'admin' })
  for (let round = 0; round < 6; round += 1) {
    // Drawing takes turns, so these two come one after the other.
    const uploads = await Promise.all([upload(BALL), upload(BALL, { by: other })])
    expect(uploads.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { logo } = await bodyOf<{ logo: Logo }>(uploads.find(({ ok }) => ok) as Response)
    const seen = logo.light.src
    const answers = await Promise.all(
      [admin, other, admin, other, admin, other].map((by) => remove({ seen, by })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(await refusalOf(answer)).toEqual([409, 'logo_changed'])
  }
})

const SETTINGS = '/api/settings/facility'
const paint = (brand_color: unknown, seen: object = {}) =>
  app.request(SETTINGS, { method: 'PATCH', cookie: admin.cookie, json: { changes: { brand_color }, seen } })
const color = async () =>
  (await app.db.selectFrom('facility').select('brand_color').executeTakeFirstOrThrow()).brand_color

describe('the brand color', () => {
  test.each([
    [
      '#ffd23f',
      '#ffd23f is hard to read on pages or under white text. The nearest color that works is #917300.',
    ],
    [
      '0f2a54',
      '#0f2a54 is hard to read on pages or under white text. The nearest color that works is #496796.',
    ],
    ['red', 'Enter a color, like #1d6fd8.'],
    ['#12345g', 'Enter a color, like #1d6fd8.'],
    ['#1d6fd8;}body{display:none}', expect.any(String)],
  ])('%s is refused at its field, and nothing changes', async (typed, message) => {
    const answer = await paint(typed)
    expect([answer.status, await bodyOf(answer)]).toMatchObject([
      400,
      { code: 'invalid_input', details: [{ path: ['changes', 'brand_color'], message }] },
    ])
    expect(await color()).toBe('')
  })

  test('it is in the head of every page before anything is painted, and goes with the setting', async () => {
    expect((await paint(' #1D6FD8 ')).status).toBe(200)
    const page = async (path: string) => (await app.request(path)).text()
    for (const path of ['/', '/auth', '/admin/dashboard']) {
      await expect.poll(() => page(path)).toContain('--mantine-color-stitch-6:#1d6fd8')
      const html = await page(path)
      expect(html.indexOf('<style id="brand" nonce="')).toBeLessThan(html.indexOf('</head>'))
    }
    // Another admin's color is not painted over.
    expect(await refusalOf(await paint('#cc1f36', { brand_color: '' }))).toEqual([409, 'settings_changed'])
    expect((await paint('')).status).toBe(200)
    await expect.poll(() => page('/')).not.toContain('--mantine-color-stitch-6:#1d6fd8')
    await expect(app.db.updateTable('facility').set({ brand_color: 'red' }).execute()).rejects.toThrow(
      'facility_brand_color',
    )
  })
})

test('another process shows a new logo and color at once', async () => {
  const second = await app.another()
  const { logo } = await bodyOf<{ logo: Logo }>(upload(BALL))
  expect((await paint('#1d6fd8')).status).toBe(200)
  const there = async () => bodyOf<Facility>(second.request('/api/facility'))
  await expect.poll(there).toMatchObject({ logo, brand_color: '#1d6fd8' })
  const html = await (await second.request('/')).text()
  expect(html).toContain('--mantine-color-stitch-6:#1d6fd8')
  expect(html).toContain(`src="${logo.dark.src}"`)
})

async function colorAt(picture: Sharp, left: number, top: number): Promise<number[]> {
  const pixel = picture.clone().ensureAlpha().extract({ left, top, width: 1, height: 1 })
  return [...(await pixel.raw().toBuffer())]
}
