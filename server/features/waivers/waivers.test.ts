import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '../../../shared/contract/errors.ts'
import type {
  OwnWaiver,
  StaffWaiver,
  WaiverSignature,
  WaiverState,
} from '../../../shared/contract/waivers/waivers.ts'
import { sign as makeSignature } from '../../http/answers/signature.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { deadlocks } from '../../test/lockWaits.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, register, teenager } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { lesson, postLesson } from '../lessons/lessonTestKit.ts'
import { purgeWaivers } from './handovers.ts'
import { signatureHash } from './signatureHash.ts'
import { addSignature, addWaiver } from './waiverTestKit.ts'

const DRAWING = 'M10 20L30 40L50 60'
let app: TestApp
let admin: Person
let desk: Person
let parent: Person
let child: string
let cage: string
beforeAll(async () => {
  app = await startTestApp()
  ;[cage = ''] = await addCages(app.db, 1)
  admin = await addPerson(app, { role: 'admin' })
  desk = await addPerson(app, { role: 'desk' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.updateTable('waivers').set({ is_active: false }).execute()
  parent = await addPerson(app, { name: 'Ana Péréz' })
  child = await addChild(app.db, [parent], { name: 'Mia Pérez', birthDate: '2017-01-01' })
})

interface Own {
  signer: string
  waivers: OwnWaiver[]
  signatures: WaiverSignature[]
}
const own = (person = parent) => bodyOf<Own>(app.request('/api/waivers', { cookie: person.cookie }))
const sign = (waiver: string, json: object = {}, person = parent, at = app) =>
  at.request('/api/waivers/signatures', {
    json: { waivers: [{ id: waiver, version: 1 }], participant_ids: [child], name: 'ana perez', ...json },
    cookie: person.cookie,
  })
const rows = (waiver: string) =>
  app.db.selectFrom('waiver_signatures').selectAll().where('waiver_id', '=', waiver).execute()
const settings = {
  ...{ id: null, seen_version: 0, title: 'Camp waiver', body: '# Risks\nAt {name}.\n\n! You release us.' },
  ...{ required_for: ['camps'], binds: 'check-in', holds_months: 12, kept_years: 7, is_active: true },
}
const save = (json: object, cookie = admin.cookie) =>
  app.request('/api/settings/waivers', { json: { ...settings, ...json }, cookie })

describe('the texts (list-waivers, save-waiver)', () => {
  test('are the admin’s: a changed text is a new version with the facts filled in, a changed setting is not', async () => {
    for (const role of ['desk', 'coach', 'user'] as const) {
      const { cookie } = await addPerson(app, { role })
      expect((await save({}, cookie)).status).toBe(403)
      expect((await app.request('/api/settings/waivers', { cookie })).status).toBe(403)
    }
    const first = await bodyOf<StaffWaiver>(save({}))
    expect(first.versions.map(({ version }) => version)).toEqual([1])
    expect(first.versions[0]?.body).toContain('At Golden Triangle')
    const { id } = first
    const again = await bodyOf<StaffWaiver>(save({ id, seen_version: 1, binds: 'booking' }))
    expect([again.binds, again.versions.length]).toEqual(['booking', 1])
    const next = await bodyOf<StaffWaiver>(save({ id, seen_version: 1, body: 'Other words' }))
    expect(next.versions.map(({ version }) => version)).toEqual([2, 1])
    expect(await refusalOf(await save({ id, seen_version: 1, body: 'Late' }))).toEqual([409, 'text_changed'])
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await refusalOf(await save({ id: unknown, seen_version: 1 }))).toEqual([404, 'waiver_not_found'])
    const list = await bodyOf<StaffWaiver[]>(app.request('/api/settings/waivers', { cookie: admin.cookie }))
    expect(list.find((waiver) => waiver.id === id)?.body).toBe('Other words')
  })

  test('are kept by the database as they are', async () => {
    const waiver = await addWaiver(app.db)
    const change = app.db
      .updateTable('waiver_versions')
      .set({ body: 'x' })
      .where('waiver_id', '=', waiver)
      .execute()
    await expect(change).rejects.toMatchObject({ constraint: 'waiver_versions_kept' })
    const gone = app.db.deleteFrom('waiver_versions').where('waiver_id', '=', waiver).execute()
    await expect(gone).rejects.toMatchObject({ constraint: 'waiver_versions_kept' })
  })
})

describe('signing (list-own-waivers, sign-waivers)', () => {
  test('is typed by an adult for a child and for oneself, with what the signature is made of', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['camps'] })
    const before = await own()
    expect(before.signer).toBe('Ana Péréz')
    expect(before.waivers.find(({ id }) => id === waiver)?.missing.map(({ name }) => name)).toEqual([
      'Ana Péréz',
      'Mia Pérez',
    ])
    const self = before.waivers[0]?.missing[0]?.id ?? ''
    const answer = await sign(waiver, { participant_ids: [child, self] })
    expect([answer.status, await answer.json()]).toEqual([201, { signed: 2, already_signed: 0 }])
    const after = await own()
    expect(after.waivers[0]?.missing).toEqual([])
    expect(
      after.signatures.map(({ participant, relation, holds }) => [participant, relation, holds]).sort(),
    ).toEqual([
      ['Ana Péréz', 'self', true],
      ['Mia Pérez', 'guardian', true],
    ])
    const row = (await rows(waiver)).find(({ participant_id }) => participant_id === child)
    expect(row).toMatchObject({ signer_name: 'ana perez', signed_by: parent.id, how: 'typed', version: 1 })
    expect(row?.address_class).not.toMatch(/^\d+\.\d+\.\d+\.[1-9]/)
    const text = { title: 'Waiver and release', version: 1, body: '! You release us.' }
    expect(row && signatureHash({ ...text, ...row })).toBe(row?.hash)
  })

  test('is needed by those who have something ahead that requires it', async () => {
    const needing = async () =>
      (await own()).waivers.map(({ missing }) =>
        missing.flatMap(({ name, needs_it }) => (needs_it ? [name] : [])),
      )
    await addWaiver(app.db, { kinds: ['camps'] })
    await addWaiver(app.db, { kinds: ['cages', 'lessons'] })
    expect(await needing()).toEqual([[], []])
    const camp = await addCamp(app.db)
    const answer = await register(app, camp, parent, {}, { participant_ids: [child] })
    expect(answer.status).toBe(201)
    expect(await needing()).toEqual([['Mia Pérez'], []])
    await app.db
      .updateTable('camp_registrations')
      .set({ status: 'canceled' })
      .where('camp_id', '=', camp.id)
      .execute()
    const json = { bookingDetails: [group(cage, tuesday(), '16:00', '16:30')], totalAmount: 20 }
    expect((await app.request('/api/bookings', { json, cookie: parent.cookie })).status).toBe(201)
    expect(await needing()).toEqual([[], ['Ana Péréz']])
    await app.db
      .updateTable('bookings')
      .set({ status: 'canceled' })
      .where('user_id', '=', parent.id)
      .execute()
    expect(await needing()).toEqual([[], []])
  })

  test('is drawn, within the pad only', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['cages'] })
    for (const drawing of [
      'M1 1',
      'M359 1L2 2L3 3',
      'M1 161L2 2L3 3',
      '<script>',
      `M1 1${'L2 2'.repeat(5_000)}`,
    ]) {
      expect(await refusalOf(await sign(waiver, { drawing })), drawing.slice(0, 20)).toEqual([
        400,
        'invalid_input',
      ])
    }
    expect((await sign(waiver, { drawing: DRAWING })).status).toBe(201)
    expect(await rows(waiver)).toMatchObject([{ how: 'drawn', drawing: DRAWING }])
  })

  test('needs the name of the account, an adult, and the person’s own household', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['camps'] })
    expect(await refusalOf(await sign(waiver, { name: 'Mia Pérez' }))).toEqual([409, 'waiver_name_differs'])
    const teen = await addPerson(app, { name: 'Ana Perez', ...teenager })
    const { waivers } = await own(teen)
    const self = { participant_ids: [waivers[0]?.missing[0]?.id] }
    expect(await refusalOf(await sign(waiver, self, teen))).toEqual([409, 'waiver_adult_needed'])
    const unknown = { waivers: [{ id: child, version: 1 }] }
    expect(await refusalOf(await sign(waiver, unknown))).toEqual([404, 'waiver_not_found'])
    await app.db
      .updateTable('participants')
      .set({ archived_at: new Date() })
      .where('id', '=', child)
      .execute()
    expect(await refusalOf(await sign(waiver))).toEqual([409, 'participant_archived'])
    expect(await rows(waiver)).toEqual([])
  })

  test.each(['user', 'coach', 'desk', 'admin'] as const)(
    'is refused to an account with the role %s that is no adult of the child',
    async (role) => {
      const waiver = await addWaiver(app.db, { kinds: ['camps'] })
      const other = await addPerson(app, { role, name: 'Ana Perez' })
      expect(await refusalOf(await sign(waiver, {}, other))).toEqual([404, 'participant_not_found'])
      expect(await rows(waiver)).toEqual([])
    },
  )

  test('is asked for again by a new version, and when it is too old', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['camps'], months: 12 })
    const at = new Date(Date.now() - 400 * 86_400_000)
    await addSignature(app.db, { waiver, participantId: child, person: parent, name: 'Ana', at })
    expect((await own()).signatures).toMatchObject([{ holds: false }])
    expect((await sign(waiver)).status).toBe(201)
    expect(await bodyOf(sign(waiver))).toEqual({ signed: 0, already_signed: 1 })
    await save({ id: waiver, seen_version: 1, body: 'New words' })
    const late = await sign(waiver)
    const problem = await bodyOf<Problem>(late)
    expect([late.status, problem.code, problem.details]).toMatchObject([
      409,
      'waiver_changed',
      {
        waivers: [{ id: waiver, version: 2, sections: [{ blocks: [{ pieces: [{ text: 'New words' }] }] }] }],
      },
    ])
    expect((await sign(waiver, { waivers: [{ id: waiver, version: 2 }] })).status).toBe(201)
  })

  test('by two parents at once makes one signature; the second is told so (15 rounds, two processes)', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const other = await addPerson(app, { name: 'Ana Perez' })
    await app.db
      .insertInto('participant_adults')
      .values({ participant_id: child, user_id: other.id })
      .execute()
    const second = await app.another()
    for (let round = 0; round < 15; round += 1) {
      const waiver = await addWaiver(app.db, { kinds: ['camps'] })
      const answers = await Promise.all([sign(waiver), sign(waiver, {}, other, second)])
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      const outcomes = await Promise.all(answers.map((answer) => bodyOf<{ signed: number }>(answer)))
      expect(outcomes.map(({ signed }) => signed).sort()).toEqual([0, 1])
      expect(await rows(waiver)).toHaveLength(1)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(await deadlocks(app.db), 'neither waits until PostgreSQL ends one of them').toBe(0)
  })

  test('never keeps an old text as if it were the new one (40 rounds against a publication)', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 40; round += 1) {
      const waiver = await addWaiver(app.db, { kinds: ['camps'] })
      const [signed, published] = await Promise.all([
        sign(waiver),
        save({ id: waiver, seen_version: 1, body: `Words ${round}` }),
      ])
      expect(published.status).toBe(200)
      if (signed.status !== 201) expect(await refusalOf(signed)).toEqual([409, 'waiver_changed'])
      expect((await rows(waiver)).map(({ version }) => version)).toEqual(signed.status === 201 ? [1] : [])
      expect((await own()).waivers.find(({ id }) => id === waiver)?.missing.map(({ id }) => id)).toContain(
        child,
      )
    }
  })

  test('stays while the registration is canceled at once (40 rounds)', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const camp = await addCamp(app.db, { max_spots: 100 })
    for (let round = 0; round < 40; round += 1) {
      const waiver = await addWaiver(app.db, { kinds: ['camps'] })
      const made = await bodyOf<{ registration_id: string }>(
        register(app, camp, parent, {}, { participant_ids: [child] }),
      )
      const cancel = app.request(`/api/me/camp-registrations/${made.registration_id}/cancel`, {
        json: {},
        cookie: parent.cookie,
      })
      const [signed, canceled] = await Promise.all([sign(waiver), cancel])
      expect([signed.status, canceled.status]).toEqual([201, 200])
      expect(await rows(waiver)).toHaveLength(1)
      await app.db.updateTable('waivers').set({ is_active: false }).execute()
    }
  })

  test('is append-only in the database; it goes after the years of its waiver, and stays without the deleted account', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['camps'] })
    await sign(waiver)
    const change = (values: object) =>
      app.db.updateTable('waiver_signatures').set(values).where('waiver_id', '=', waiver).execute()
    for (const values of [
      { signer_name: 'X' },
      { signed_at: new Date(0) },
      { signed_by: admin.id },
      { hash: '1'.repeat(64) },
    ])
      await expect(change(values)).rejects.toMatchObject({ constraint: 'waiver_signatures_kept' })
    const gone = () => app.db.deleteFrom('waiver_signatures').where('waiver_id', '=', waiver).execute()
    await expect(gone()).rejects.toMatchObject({ constraint: 'waiver_signatures_kept' })
    await app.db.deleteFrom('profiles').where('id', '=', parent.id).execute()
    expect(await rows(waiver)).toMatchObject([
      { participant_id: null, signed_by: null, signer_name: 'ana perez' },
    ])
    const old = new Date(Date.now() - 8 * 366 * 86_400_000)
    const heir = await addPerson(app)
    const person = await addChild(app.db, [heir])
    await addSignature(app.db, { waiver, participantId: person, person: heir, name: 'Old', at: old })
    await purgeWaivers.run(app.context)
    expect((await rows(waiver)).map(({ signer_name }) => signer_name)).toEqual(['ana perez'])
    const logged = await sql<{ new_values: object }>`
      select new_values from audit_log where table_name = 'waiver_signatures' and action = 'INSERT' and record_id = ${(await rows(waiver))[0]?.id}`.execute(
      app.db,
    )
    expect(logged.rows[0]?.new_values).toMatchObject({ how: 'typed', hash: expect.any(String) })
    expect(JSON.stringify(logged.rows)).not.toContain('ana perez')
  })
})

describe('a waiver that binds at booking', () => {
  const needed = [409, 'waiver_needed']
  const people = async () => (await own()).waivers[0]?.missing.map(({ id }) => id) ?? []

  test('is needed for camps, by registration and by card, and names the text and the people', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['camps'], binds: 'booking' })
    const camp = await addCamp(app.db, { max_age: 12 })
    const ask = () => register(app, camp, parent, {}, { participant_ids: [child] })
    const refused = await ask()
    const problem = await bodyOf<Problem>(refused)
    expect([refused.status, problem]).toMatchObject([
      409,
      {
        code: 'waiver_needed',
        message: 'Please sign first for Mia Pérez, in your account under Profile: Waiver and release.',
        details: { waivers: [{ id: waiver }], participants: [{ id: child, name: 'Mia Pérez' }] },
      },
    ])
    const byCard = { campId: camp.id, participantIds: [child], amount: 18_000 }
    expect(await refusalOf(await pay(byCard))).toEqual(needed)
    await sign(waiver)
    expect((await ask()).status).toBe(201)
  })

  const pay = (json: object) => app.request('/api/payments/intents', { json, cookie: parent.cookie })

  test('is needed for cages and lessons; staff book without it, and so do waivers for something else', async () => {
    const coach = await addCoach(app.db)
    const day = tuesday(3)
    const bookCage = () =>
      app.request('/api/bookings', {
        json: { bookingDetails: [group(cage, day, '16:00', '16:30')], totalAmount: 20 },
        cookie: parent.cookie,
      })
    const bookLesson = () => postLesson(app, lesson(coach.id, day, '18:00'), { cookie: parent.cookie })
    const waiver = await addWaiver(app.db, { kinds: ['cages', 'lessons'], binds: 'booking' })
    expect(await refusalOf(await bookCage())).toEqual(needed)
    expect(await refusalOf(await bookLesson())).toEqual(needed)
    await sign(waiver, { participant_ids: (await people()).filter((id) => id !== child) })
    expect([(await bookCage()).status, (await bookLesson()).status]).toEqual([201, 201])
  })

  test('is needed for classes', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['classes'], binds: 'booking' })
    const session = await addSession(app.db, await addClass(app.db, { price: '0.00' }), tuesday(4))
    const ask = () =>
      app.request('/api/class-registrations', {
        json: { instanceIds: [session], participantIds: [child] },
        cookie: parent.cookie,
      })
    expect(await refusalOf(await ask())).toEqual(needed)
    await sign(waiver)
    expect((await ask()).status).toBe(201)
  })

  test('at check-in lets everybody book', async () => {
    await addWaiver(app.db, { kinds: ['camps'] })
    const camp = await addCamp(app.db)
    expect((await register(app, camp, parent, {}, { participant_ids: [child] })).status).toBe(201)
  })

  test('keeps families who race for the last spots honest: nobody is in who has not signed (10 rounds)', {
    tags: 'slow',
    timeout: 90_000,
  }, async () => {
    const families = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const adult = await addPerson(app, { name: 'Ana Perez' })
        return { adult, kid: await addChild(app.db, [adult], { birthDate: '2017-01-01' }) }
      }),
    )
    for (let round = 0; round < 10; round += 1) {
      await app.db.updateTable('waivers').set({ is_active: false }).execute()
      const waiver = await addWaiver(app.db, { kinds: ['camps'], binds: 'booking' })
      const camp = await addCamp(app.db, { max_spots: 3 })
      const answers = await Promise.all(
        families.map(async ({ adult, kid }, index) => {
          const participant_ids = [kid]
          // Half of them sign at the same moment, the others before or not at all.
          if (index < 3) await sign(waiver, { participant_ids }, adult)
          const signing = index < 6 ? sign(waiver, { participant_ids }, adult) : undefined
          const answer = await register(app, camp, adult, {}, { participant_ids })
          await signing
          return answer.ok ? 'in' : (await refusalOf(answer))[1]
        }),
      )
      expect(
        answers
          .slice(6)
          .every((answer) => ['waiver_needed', 'registration_closed', 'camp_full'].includes(answer)),
      ).toBe(true)
      const { rows: seated } = await sql<{ signed: boolean }>`
        select exists (select from waiver_signatures s where s.waiver_id = ${waiver} and s.participant_id = seat.participant_id) as signed
        from camp_registrations seat where camp_id = ${camp.id} and status <> 'canceled'`.execute(app.db)
      expect(seated.length).toBe(answers.filter((answer) => answer === 'in').length)
      expect(seated.length).toBeLessThanOrEqual(3)
      expect(seated.every(({ signed }) => signed)).toBe(true)
    }
  })
})

describe('at the desk', () => {
  const states = (cookie: string, ids = child) =>
    app.request(`/api/staff/waiver-states?participant_ids=${ids}&kind=camps`, { cookie })
  const handOver = (cookie: string, participant_id = child) =>
    app.request('/api/staff/waiver-handovers', { json: { participant_id }, cookie })
  const token = async () =>
    (await bodyOf<{ url: string }>(handOver(desk.cookie))).url.split('token=')[1] ?? ''

  test('states are for the desk and admins (list-waiver-states)', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['camps'] })
    await addWaiver(app.db, { kinds: ['cages'] })
    for (const { cookie } of [parent, await addPerson(app, { role: 'coach' })])
      expect((await states(cookie)).status).toBe(403)
    expect(await bodyOf<WaiverState[]>(states(desk.cookie))).toMatchObject([
      { participant_id: child, missing: [{ waiver_id: waiver }], signed: [] },
    ])
    await sign(waiver)
    expect(await bodyOf<WaiverState[]>(states(admin.cookie))).toMatchObject([
      { missing: [], signed: [{ waiver_id: waiver, signer_name: 'ana perez' }] },
    ])
    // Why a signature does not count: never given, a newer text, too old.
    const whys = async () =>
      (await bodyOf<WaiverState[]>(states(desk.cookie)))[0]?.missing.map(({ why }) => why)
    const [old] = [await addWaiver(app.db, { kinds: ['camps'], months: 12 })]
    expect(await whys()).toEqual(['never_signed'])
    const at = new Date(Date.now() - 400 * 86_400_000)
    await addSignature(app.db, { waiver: old, participantId: child, person: parent, name: 'Mia', at })
    expect(await whys()).toEqual(['expired'])
    const text = { waiver_id: old, version: 2, title: 'Waiver and release', body: '! More.' }
    await app.db.insertInto('waiver_versions').values(text).execute()
    await app.db.updateTable('waivers').set({ version: 2 }).where('id', '=', old).execute()
    expect(await whys()).toEqual(['new_version'])
    expect((await states(desk.cookie, 'x')).status).toBe(400)
  })

  test('a signing is handed over, and the person signs with the name that they give (hand-over-waivers, open-waiver-handover, sign-handed-over-waivers)', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['camps'] })
    for (const { cookie } of [parent, await addPerson(app, { role: 'coach' })])
      expect((await handOver(cookie)).status).toBe(403)
    expect(await refusalOf(await handOver(desk.cookie, waiver))).toEqual([404, 'participant_not_found'])
    const secret = await token()
    const open = (value = secret) => app.request('/api/waiver-handovers/open', { json: { token: value } })
    expect(await bodyOf(open())).toMatchObject({ person: 'Mia Pérez', waivers: [{ id: waiver }] })
    expect(await refusalOf(await open('x'.repeat(43)))).toEqual([404, 'waiver_link_invalid'])
    const json = {
      token: secret,
      name: 'Gran Perez',
      relation: 'guardian',
      waivers: [{ id: waiver, version: 1 }],
    }
    // The member of staff is still signed in on this screen.
    const signIt = (more: object = {}) =>
      app.request('/api/waiver-handovers/sign', { json: { ...json, ...more }, cookie: desk.cookie })
    expect(await refusalOf(await signIt({ relation: 'self' }))).toEqual([409, 'waiver_adult_needed'])
    expect(await refusalOf(await signIt({ waivers: [{ id: waiver, version: 2 }] }))).toEqual([
      409,
      'waiver_changed',
    ])
    expect(await bodyOf(signIt())).toEqual({ signed: 1, already_signed: 0 })
    expect(await bodyOf(signIt())).toEqual({ signed: 0, already_signed: 1 })
    expect(await rows(waiver)).toMatchObject([
      { signed_by: null, signer_name: 'Gran Perez', relation: 'guardian' },
    ])
    await app.db
      .updateTable('waiver_handovers')
      .set({ expires_at: new Date(0) })
      .execute()
    expect(await refusalOf(await open())).toEqual([404, 'waiver_link_invalid'])
    expect(await refusalOf(await signIt())).toEqual([404, 'waiver_link_invalid'])
  })

  test('a copy is a PDF for the family and who has the mail (get-waiver-copy)', async () => {
    const waiver = await addWaiver(app.db, { kinds: ['camps'] })
    await sign(waiver, { drawing: DRAWING })
    const [row] = await rows(waiver)
    const copy = (more = '', cookie?: string) =>
      app.request(`/api/waiver-copies/${row?.id}${more}`, cookie === undefined ? {} : { cookie })
    const answer = await copy('', parent.cookie)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
    for (const { cookie } of [await addPerson(app), desk, admin])
      expect(await refusalOf(await copy('', cookie))).toEqual([404, 'waiver_not_found'])
    expect(await refusalOf(await copy())).toEqual([404, 'waiver_not_found'])
    expect(await refusalOf(await copy('?signature=forged'))).toEqual([404, 'waiver_not_found'])
    const mails = await app.db
      .selectFrom('outbox')
      .select('to_email')
      .where('dedupe_key', '=', `waiver-signed:${row?.id}`)
      .execute()
    expect(mails).toEqual([{ to_email: parent.email }])
    const signature = makeSignature(app.context.config.secrets.auth, 'waiver copy', row?.id ?? '')
    expect((await copy(`?signature=${signature}`)).status).toBe(200)
  })
})
