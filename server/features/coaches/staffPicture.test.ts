import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffCoachProfile } from '../../../shared/contract/lessons/staffCoaches.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from './coachTestKit.ts'

let app: TestApp
let admin: Person
let picture: Buffer
beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin' })
  const background = '#a03020'
  picture = await sharp({ create: { width: 600, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()
})
afterAll(() => app.close())

const upload = (id: string, body: string | Uint8Array<ArrayBuffer> = new Uint8Array(picture), by = admin) =>
  app.request(`/api/admin/coaches/${id}/picture`, {
    method: 'PUT',
    body,
    cookie: by.cookie,
    headers: { 'content-type': 'image/jpeg' },
    duplex: 'half',
  } as RequestInit & { cookie: string })
const remove = (id: string, by = admin) =>
  app.request(`/api/admin/coaches/${id}/picture`, { method: 'DELETE', cookie: by.cookie })

describe('upload-coach-avatar-admin, delete-coach-avatar-admin', () => {
  test('give a coach without an account a picture, replace it, and take it away', async () => {
    const { id } = await addCoach(app.db)
    const first = await bodyOf<StaffCoachProfile>(upload(id))
    expect(first.profile_image_url).toMatch(new RegExp(`^/files/coach-avatars/${id}/\\d{16}\\.jpg$`))
    expect((await app.request(first.profile_image_url ?? '')).status).toBe(200)
    const second = await bodyOf<StaffCoachProfile>(upload(id))
    expect((await app.request(first.profile_image_url ?? '')).status).toBe(404)
    const read = app.request(`/api/admin/coaches/${id}`, { cookie: admin.cookie })
    expect((await bodyOf<StaffCoachProfile>(read)).profile_image_url).toBe(second.profile_image_url)
    expect((await bodyOf<StaffCoachProfile>(remove(id))).profile_image_url).toBeNull()
    expect((await app.request(second.profile_image_url ?? '')).status).toBe(404)
  })

  test('change the picture that a coach with an account uploaded, who sees the new one', async () => {
    const person = await addPerson(app, { role: 'coach' })
    const { id } = await addCoach(app.db, { person })
    const { profile_image_url } = await bodyOf<StaffCoachProfile>(upload(id))
    const own = app.request('/api/coach/profile', { cookie: person.cookie })
    expect(await bodyOf(own)).toMatchObject({ profile_image_url })
  })

  test('refuse what is no picture, and a coach who does not exist', async () => {
    const { id } = await addCoach(app.db)
    expect(await refusalOf(await upload(id, 'no picture'))).toEqual([400, 'picture_unreadable'])
    expect(await refusalOf(await upload(randomUUID()))).toEqual([404, 'coach_not_found'])
    expect(await refusalOf(await remove(randomUUID()))).toEqual([404, 'coach_not_found'])
  })

  test.each(['user', 'coach', 'desk'] as const)('%s changes no picture of a coach', async (role) => {
    const by = await addPerson(app, { role })
    const { id } = await addCoach(app.db)
    expect(await refusalOf(await upload(id, new Uint8Array(picture), by))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await remove(id, by))).toEqual([403, 'forbidden'])
  })
})
