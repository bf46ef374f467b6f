import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OwnCoachProfile } from '../../../shared/contract/lessons/coachProfile.ts'
import { pictureSources, squareWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { sessionOf } from '../accounts/accountsTestKit.ts'
import { addCoach } from './coachTestKit.ts'

type Body = NonNullable<RequestInit['body']>

let app: TestApp
let person: Person
/** The folder of the pictures. */
const folder = (of = person) => join(app.context.config.dataDir, 'files', 'coach-avatars', of.id)
const stored = async (of = person) => (existsSync(folder(of)) ? (await readdir(folder(of))).sort() : [])

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  person = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
})
afterAll(() => app.close())

const profile = {
  name: 'Casey Coach',
  phone_number: '409 555 0134',
  bio: 'Short swings.\nLoud contact.',
  specialties: ['Hitting', 'Softball - Slapping'],
  hourly_rate: 62.5,
}
const read = (by = person) =>
  bodyOf<OwnCoachProfile>(app.request('/api/coach/profile', { cookie: by.cookie }))
const save = (json: object, by = person) =>
  app.request('/api/coach/profile', { method: 'PUT', json, cookie: by.cookie })
const upload = (body: Body, { by = person, ...headers }: { by?: Person; [name: string]: unknown } = {}) =>
  app.request('/api/coach/profile/picture', {
    method: 'PUT',
    body,
    cookie: by.cookie,
    headers: { 'content-type': 'image/jpeg', ...(headers as Record<string, string>) },
    duplex: 'half',
  } as RequestInit & { cookie: string })
const removePicture = (by = person) =>
  app.request('/api/coach/profile/picture', { method: 'DELETE', cookie: by.cookie })

/** A picture in one colour. */
const plain = (width = 600, height = 600, background = '#a03020') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })

describe('The profile (get-own-coach-profile, save-own-coach-profile)', () => {
  test('is what the account says until it is saved, which makes the coach and links it', async () => {
    expect(await read()).toMatchObject({
      id: null,
      name: 'Casey Coach',
      email: person.email,
      hourly_rate: 50,
      specialties: [],
      profile_image_url: null,
    })
    const saved = await bodyOf<OwnCoachProfile>(save(profile))
    expect(saved).toEqual({
      ...profile,
      id: expect.any(String),
      email: person.email,
      phone_number: '(409) 555-0134',
      profile_image_url: null,
    })
    expect(await sessionOf(app, person.cookie)).toMatchObject({ profile: { coach_id: saved.id } })
    const shown = await app.request(`/api/coaches/${saved.id}`)
    expect(await bodyOf(shown)).toMatchObject({ name: 'Casey Coach', hourly_rate: 62.5 })
  })

  test('is made once by two first saves at the same moment, and changed by later ones', async () => {
    const [first, second] = await Promise.all([save(profile), save(profile)])
    expect([first.status, second.status]).toEqual([200, 200])
    await save({ ...profile, bio: null, specialties: [], hourly_rate: 0, phone_number: null })
    const rows = await app.db.selectFrom('coaches').selectAll().where('user_id', '=', person.id).execute()
    expect(rows).toMatchObject([
      { bio: null, specialties: [], hourly_rate: '0.00', phone_number: null, email: person.email },
    ])
  })

  test.for([
    ['no name', { name: '  ' }],
    ['a rate below 0', { hourly_rate: -1 }],
    ['a rate that is no number', { hourly_rate: '50' }],
    ['a rate of parts of cents', { hourly_rate: 50.005 }],
    ['a telephone number that is none', { phone_number: '12' }],
    ['too many specialties', { specialties: Array(21).fill('Hitting') }],
    ['a specialty of two lines', { specialties: ['a\nb'] }],
    ['a bio that is too long', { bio: 'a'.repeat(5_001) }],
  ] as const)('with %s is refused and changes nothing', async ([, part]) => {
    expect(await refusalOf(await save({ ...profile, ...part }))).toEqual([400, 'invalid_input'])
    expect((await read()).id).toBeNull()
  })

  test.for(['user', 'desk', 'admin'] as const)('makes no coach of a %s', async (role) => {
    const by = await addPerson(app, { role })
    const answer = await save(profile, by)
    expect(await bodyOf(answer)).toMatchObject({
      code: 'coach_role_refused',
      message: 'Unable to set coach role.',
    })
    expect(answer.status).toBe(403)
    expect((await sessionOf(app, by.cookie)).profile).toMatchObject({ role, coach_id: null })
  })

  test('ignores an address, role, owner or picture that is sent along', async () => {
    const other = await addPerson(app, { role: 'coach' })
    await save({
      ...profile,
      email: 'x@example.test',
      user_id: other.id,
      is_active: false,
      profile_image_url: 'x',
    })
    const row = await app.db
      .selectFrom('coaches')
      .selectAll()
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    expect(row).toMatchObject({ email: person.email, is_active: true, profile_image_url: null })
    expect((await read(other)).id).toBeNull()
  })
})

describe('The picture (upload-coach-avatar, delete-coach-avatar)', () => {
  beforeEach(async () => {
    await addCoach(app.db, { person })
  })

  test('is stored in all widths, as JPEG and AVIF, without metadata, and served so that it is kept', async () => {
    const sent = await plain(1200, 1000)
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(sent).metadata()).exif?.toString()).toContain('Secret place')
    const { profile_image_url: url } = await bodyOf<OwnCoachProfile>(upload(sent))
    expect(url).toMatch(new RegExp(`^/files/coach-avatars/${person.id}/\\d{16}\\.jpg$`))
    const { jpeg, avif } = pictureSources(url ?? '', squareWidths)
    const offered = `${jpeg}, ${avif}`.split(', ').map((source) => source.split(' '))
    expect(offered.map(([, width]) => width)).toEqual(['240w', '480w', '960w', '240w', '480w', '960w'])
    for (const [file = '', descriptor = ''] of offered) {
      const served = await app.request(file)
      expect(served.status).toBe(200)
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': file.endsWith('.avif') ? 'image/avif' : 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      const bytes = Buffer.from(await served.arrayBuffer())
      const { exif, icc, xmp, ...metadata } = await sharp(bytes).metadata()
      const width = Number.parseInt(descriptor, 10)
      expect(metadata).toMatchObject({ width, height: width })
      expect(bytes.subarray(...(file.endsWith('.avif') ? [4, 12] : [0, 3])).toString('latin1')).toBe(
        file.endsWith('.avif') ? 'ftypavif' : '\xff\xd8\xff',
      )
      expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
      expect(bytes.includes('Secret place')).toBe(false)
    }
  })

  test('may be a PNG under any name; what is transparent becomes plain', async () => {
    const png = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const { profile_image_url: url } = await bodyOf<OwnCoachProfile>(
      upload(png, { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="x.exe"' }),
    )
    const bytes = await (await app.request(url ?? '')).arrayBuffer()
    const { channels, dominant } = await sharp(Buffer.from(bytes)).stats()
    expect([channels.length, dominant.r > 200]).toEqual([3, true])
    expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ width: 200, height: 200 })
  })

  test('is turned as its camera was held', async () => {
    const left = await plain(300, 300, '#ff0000')
      .extend({ right: 300, background: '#0000ff' })
      .png()
      .toBuffer()
    // Orientation 6: shown turned clockwise, so what was left is at the top.
    const turned = await sharp(left).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { profile_image_url: url } = await bodyOf<OwnCoachProfile>(upload(turned))
    const shown = sharp(Buffer.from(await (await app.request(url ?? '')).arrayBuffer()))
    const top = await shown.extract({ left: 0, top: 0, width: 300, height: 20 }).toBuffer()
    expect((await sharp(top).stats()).dominant.r).toBeGreaterThan(200)
  })

  test('replaces the one before, which is deleted; removing it leaves nothing', async () => {
    await upload(await plain().jpeg().toBuffer())
    const [first] = await stored()
    await upload(await plain().jpeg().toBuffer())
    const files = await stored()
    expect(files).toHaveLength(6)
    expect(files).not.toContain(first)
    expect((await bodyOf<OwnCoachProfile>(removePicture())).profile_image_url).toBeNull()
    expect(await stored()).toEqual([])
  })

  test('from before there was AVIF is shown until it is replaced, and then deleted', async () => {
    const path = `${person.id}/1764000000000.jpg`
    const names = ['.jpg', '-480.jpg', '-240.jpg'].map((ending) => path.replace('.jpg', ending))
    for (const name of names)
      await app.context.files.put(`coach-avatars/${name}`, await plain().jpeg().toBuffer(), 'image/jpeg')
    await app.db
      .updateTable('coaches')
      .set({ profile_image_url: path })
      .where('user_id', '=', person.id)
      .execute()
    const { profile_image_url: url } = await read()
    expect((await app.request(url ?? '')).status).toBe(200)
    await upload(await plain().jpeg().toBuffer())
    const files = await stored()
    expect(files).toHaveLength(6)
    for (const name of names) expect(files).not.toContain(basename(name))
  })

  test('is stored once under one key, and another picture under it is refused', async () => {
    const [one, two] = await Promise.all([plain().jpeg().toBuffer(), plain(500, 500).jpeg().toBuffer()])
    const key = { 'idempotency-key': `picture-${person.id}` }
    const answers = await Promise.all([1, 2, 3].map(() => upload(one, key)))
    const urls = await Promise.all(answers.map((answer) => bodyOf<OwnCoachProfile>(answer)))
    expect(new Set(urls.map(({ profile_image_url }) => profile_image_url)).size).toBe(1)
    expect(await stored()).toHaveLength(6)
    expect((await read()).profile_image_url).toBe(urls[0]?.profile_image_url)
    expect(await refusalOf(await upload(two, key))).toEqual([422, 'idempotency_key_reused'])
    expect(await stored()).toHaveLength(6)
  })

  const bad: Record<string, () => Promise<[Body, number, string]>> = {
    'an empty file': async () => ['', 400, 'picture_unreadable'],
    'a text': async () => ['This is no picture.', 400, 'picture_unreadable'],
    'an SVG': async () => [
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300"/></svg>',
      400,
      'picture_unreadable',
    ],
    'a GIF': async () => [bytesOf(await plain().gif().toBuffer()), 400, 'picture_unreadable'],
    'a WebP': async () => [bytesOf(await plain().webp().toBuffer()), 400, 'picture_unreadable'],
    'an SVG behind the first bytes of a JPEG': async () => [
      bytesOf(
        Buffer.concat([
          Buffer.from([0xff, 0xd8, 0xff]),
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        ]),
      ),
      400,
      'picture_unreadable',
    ],
    'a JPEG that ends half-way': async () => {
      const whole = await plain().jpeg().toBuffer()
      return [bytesOf(whole.subarray(0, whole.length / 2)), 400, 'picture_unreadable']
    },
    'a PNG that ends half-way': async () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
      const whole = await sharp({
        create: { width: 400, height: 400, channels: 3, background: '#fff', noise },
      })
        .png()
        .toBuffer()
      return [bytesOf(whole.subarray(0, whole.length / 2)), 400, 'picture_unreadable']
    },
    '51 megapixels in few bytes': async () => [
      bytesOf(await plain(8_000, 6_400).png({ compressionLevel: 9 }).toBuffer()),
      400,
      'picture_too_many_pixels',
    ],
    'a header that promises a billion pixels': async () => {
      const png = await plain(200, 200).png().toBuffer()
      png.writeUInt32BE(32_000, 16)
      png.writeUInt32BE(32_000, 20)
      return [bytesOf(png), 400, 'picture_too_many_pixels']
    },
    'fewer than 100 pixels': async () => [
      bytesOf(await plain(99, 400).png().toBuffer()),
      400,
      'picture_too_small',
    ],
    'more than 10 MiB': async () => [new Uint8Array(10 * 1024 * 1024 + 1), 413, 'body_too_large'],
    'more than 10 MiB in a stream': async () => [
      new ReadableStream({
        start(controller) {
          for (let part = 0; part < 11; part += 1) controller.enqueue(new Uint8Array(1024 * 1024))
          controller.close()
        },
      }),
      413,
      'body_too_large',
    ],
  }
  test.for(Object.keys(bad))('is refused as %s, and the one before stays', async (name) => {
    const before = await bodyOf<OwnCoachProfile>(upload(await plain().jpeg().toBuffer()))
    const files = await stored()
    const [body, status, code] = (await bad[name]?.()) ?? ['', 0, '']
    expect(await refusalOf(await upload(body))).toEqual([status, code])
    expect((await read()).profile_image_url).toBe(before.profile_image_url)
    expect(await stored()).toEqual(files)
  })

  test('that is also a page or an archive keeps nothing of that', async () => {
    const page = Buffer.from('<script>alert(1)</script>PK\u0003\u0004')
    const { profile_image_url: url } = await bodyOf<OwnCoachProfile>(
      upload(bytesOf(Buffer.concat([await plain().jpeg().toBuffer(), page]))),
    )
    const served = Buffer.from(await (await app.request(url ?? '')).arrayBuffer())
    expect(served.includes('<script>')).toBe(false)
    expect(served.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  })

  test('that cannot be deleted, as on a disk that is read-only, stays in the profile', async () => {
    const before = await bodyOf<OwnCoachProfile>(upload(await plain().jpeg().toBuffer()))
    const files = await stored()
    const remove = app.context.files.delete
    app.context.files.delete = () => Promise.reject(new Error('EROFS: read-only file system'))
    try {
      expect(await refusalOf(await removePicture())).toEqual([503, 'storage_unavailable'])
      expect((await read()).profile_image_url).toBe(before.profile_image_url)
      expect(await stored()).toEqual(files)
    } finally {
      app.context.files.delete = remove
    }
    expect((await removePicture()).status).toBe(200)
    expect((await read()).profile_image_url).toBeNull()
    expect(await stored()).toEqual([])
  })

  test('that cannot be stored leaves the profile as it was', async () => {
    const before = await bodyOf<OwnCoachProfile>(upload(await plain().jpeg().toBuffer()))
    const files = await stored()
    const put = app.context.files.put
    let count = 0
    app.context.files.put = async (...file) => {
      count += 1
      if (count === 2) throw new Error('The disk is full.')
      return put(...file)
    }
    try {
      const answer = await upload(await plain(500, 500).jpeg().toBuffer())
      expect(await refusalOf(answer)).toEqual([503, 'storage_unavailable'])
    } finally {
      app.context.files.put = put
    }
    expect((await read()).profile_image_url).toBe(before.profile_image_url)
    expect(await stored()).toEqual(files)
  })

  test('needs a profile first, and the role', async () => {
    const picture = await plain().jpeg().toBuffer()
    const fresh = await addPerson(app, { role: 'coach' })
    expect(await refusalOf(await upload(bytesOf(picture), { by: fresh }))).toEqual([
      409,
      'coach_setup_required',
    ])
    const admin = await addPerson(app, { role: 'admin' })
    expect(await refusalOf(await upload(bytesOf(picture), { by: admin }))).toEqual([403, 'forbidden'])
    expect(await stored(fresh)).toEqual([])
  })

  test.each([
    '/files/coach-avatars/../../auth-secret',
    '/files/coach-avatars/%2e%2e/%2e%2e/auth-secret',
    '/files/auth-secret',
    '/files/coach-avatars/0b9cbd2c-6f3e-4a43-8a5e-2f7f8f0d2c11/1.jpg',
    '/files/coach-avatars/0b9cbd2c-6f3e-4a43-8a5e-2f7f8f0d2c11/1.svg',
  ])('is not looked for at %s', async (path) => {
    expect((await app.request(path)).status).toBe(404)
  })
})

const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
