import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnCoachProfile } from '../../../shared/contract/lessons/coachProfile.ts'
import { addCamp } from '../../features/camps/campTestKit.ts'
import { addClass } from '../../features/classes/classTestKit.ts'
import { addCoach } from '../../features/coaches/coachTestKit.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const picture = () =>
  sharp({ create: { width: 1700, height: 1000, channels: 3, background: '#23415f' } })
    .jpeg()
    .toBuffer()

/** The page's pictures with this name; none on a page that took too long to render, as the first may on a busy machine. */
const picturesOn = async (path: string, name: string) =>
  [...(await (await app.request(path)).text()).matchAll(/<picture>.*?<\/picture>/gs)]
    .map(String)
    .filter((found) => found.includes(name))

/** The source for AVIF of the image with this name, and the image's own `src` and `srcset`. */
async function pictureOn(path: string, name: string) {
  await expect.poll(() => picturesOn(path, name), { timeout: 15_000 }).toHaveLength(1)
  const found = await picturesOn(path, name)
  const [, avif] = /<source type="image\/avif" srcSet="([^"]+)" sizes="[^"]+"/.exec(found[0] ?? '') ?? []
  const [, img = ''] = /(<img .*?>)/.exec(found[0] ?? '') ?? []
  const [src, srcset] = [/ src="([^"]+)"/, / srcSet="([^"]+)"/].map((part) => part.exec(img)?.[1])
  return { avif, src, srcset }
}
const filesOf = (srcset?: string): string[] => srcset?.match(/\/files\/\S+/g) ?? []

test('the photo of a coach is on every page AVIF with JPEG beside it; one from before is only JPEG', async () => {
  const person = await addPerson(app, { role: 'coach' })
  const former = `${randomUUID()}/1764000000000.jpg`
  const coaches = [
    await addCoach(app.db, { person, name: 'Ana New' }),
    await addCoach(app.db, {
      person: await addPerson(app, { role: 'coach' }),
      name: 'Bo Old',
      image: former,
    }),
  ]
  const sent = await app.request('/api/coach/profile/picture', {
    method: 'PUT',
    body: new Uint8Array(await picture()),
    cookie: person.cookie,
    headers: { 'content-type': 'image/jpeg' },
  })
  const { profile_image_url: url } = await bodyOf<OwnCoachProfile>(sent)
  for (const { id: coachId, name } of coaches) {
    const { id: campId } = await addCamp(app.db, { coachIds: [coachId] })
    const classId = await addClass(app.db, { coachId })
    for (const page of ['/coaches', `/book-coach/${coachId}`, `/camps/${campId}`, `/classes/${classId}`]) {
      const { avif, src, srcset } = await pictureOn(page, `Portrait of ${name}`)
      const isNew = name === 'Ana New'
      expect([page, src]).toEqual([page, isNew ? url : `/files/coach-avatars/${former}`])
      expect([filesOf(srcset).length, filesOf(avif).length]).toEqual([3, isNew ? 3 : 0])
      for (const file of filesOf(avif))
        expect((await app.request(file)).headers.get('content-type')).toBe('image/avif')
    }
  }
})

test('so is the banner of a camp, in the list and on its page', async () => {
  const admin = await addPerson(app, { role: 'admin' })
  const sent = await app.request('/api/admin/camp-banner', {
    method: 'POST',
    body: new Uint8Array(await picture()),
    cookie: admin.cookie,
    headers: { 'content-type': 'image/jpeg', 'idempotency-key': randomUUID() },
  })
  const { url } = await bodyOf<{ url: string }>(sent)
  const former = `${randomUUID()}/1764000000000.jpg`
  const { id } = await addCamp(app.db, { name: 'New', banner_url: url.replace('/files/camp-banners/', '') })
  const { id: oldId } = await addCamp(app.db, { name: 'Old', banner_url: former })
  for (const page of ['/camps', `/camps/${id}`]) {
    const { avif, src, srcset } = await pictureOn(page, 'Banner of New')
    expect([src, filesOf(avif).length, filesOf(srcset).length]).toEqual([url, 2, 2])
    for (const file of filesOf(avif))
      expect((await app.request(file)).headers.get('content-type')).toBe('image/avif')
  }
  for (const page of ['/camps', `/camps/${oldId}`]) {
    const { avif, src, srcset } = await pictureOn(page, 'Banner of Old')
    expect([avif, src, filesOf(srcset).length]).toEqual([undefined, `/files/camp-banners/${former}`, 2])
  }
})
