import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenProfileInvitation } from '../../../../shared/contract/people/profileInvitations.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { addCages, addPerson, type Person, signIn } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { sessionOf } from '../../accounts/accountsTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { purgeHouseholds } from '../../households/forgetting.ts'
import { addChild } from '../../households/householdTestKit.ts'
import { createInvitation } from './invitations.ts'

let app: TestApp
let admin: Person
let desk: Person
let cages: string[]
beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 1)
  ;[admin, desk] = await Promise.all([addPerson(app, { role: 'admin' }), addPerson(app, { role: 'desk' })])
})
afterAll(() => app.close())

type Made = OpenProfileInvitation & { url: string }
const coach = (id: string) => ({ kind: 'coach', id })
const customer = (id: string) => ({ kind: 'customer', id })
const path = '/api/admin/profile-invitations'
const make = (json: object, by = admin) => app.request(path, { json, cookie: by.cookie })
const read = ({ kind, id }: { kind: string; id: string }, by = desk) =>
  app.request(`${path}?kind=${kind}&id=${id}`, { cookie: by.cookie })
const revoke = (id: string, by = admin) =>
  app.request(`${path}/${id}`, { method: 'DELETE', cookie: by.cookie })
const made = async (json: object, by = admin) => {
  const invitation = await bodyOf<Made>(make(json, by))
  return { ...invitation, token: new URL(invitation.url).hash.replace('#token=', '') }
}
const verify = (token: string) => app.request('/api/profile-invitations/verify', { json: { token } })
const accept = (token: string, by: Person) =>
  app.request('/api/profile-invitations/accept', { json: { token }, cookie: by.cookie })

let names = 0
/** A customer whom the desk entered without an email. */
async function entered(phone: string | null = null): Promise<string> {
  names += 1
  const json = { name: `Paper Person ${names}`, phone, email: null }
  const { profile_id } = await bodyOf<{ profile_id: string }>(
    app.request('/api/admin/users', { json, cookie: desk.cookie }),
  )
  return profile_id
}
let halfHours = 0
const bookFor = async (user_id: string) => {
  const hour = 16 + (halfHours % 4)
  const slot = group(cages[0] ?? '', tuesday(Math.floor(halfHours++ / 4)), `${hour}:00`, `${hour}:30`)
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      ...{ user_id, cage_id: slot.cageId, total_cost: '20.00' },
      ...{ start_time: new Date(slot.startTime), end_time: new Date(slot.endTime) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const profileOf = (id: string) =>
  app.db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const coachOf = (id: string) =>
  app.db.selectFrom('coaches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('create-profile-invitation, get-profile-invitation, revoke-profile-invitation', () => {
  test('make a link for thirty days, of which only a digest is stored, and show it once', async () => {
    const { id } = await addCoach(app.db)
    const invitation = await made(coach(id))
    expect(invitation.url).toMatch(/\/invitation#token=[\w-]{43}$/)
    const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 86_400_000
    expect(days).toBe(30)
    const { url: _, token, ...rest } = invitation
    expect(await bodyOf(read(coach(id)))).toEqual(rest)
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from profile_invitations i where to_jsonb(i)::text like ${`%${token}%`})
        or exists (select from audit_log a where to_jsonb(a)::text like ${`%${token}%`})
        or exists (select from idempotency_keys k where to_jsonb(k)::text like ${`%${token}%`}) as found`.execute(
      app.db,
    )
    expect(rows).toEqual([{ found: false }])
    const { rows: logged } = await sql`
      select from audit_log where table_name = 'profile_invitations' and record_id = ${rest.id} and user_id = ${admin.id}`.execute(
      app.db,
    )
    expect(logged).toHaveLength(1)
  })

  test('a new link replaces the one before, and a revoked one does not work', async () => {
    const id = await entered()
    const first = await made(customer(id), desk)
    const second = await made(customer(id), desk)
    expect(await refusalOf(await verify(first.token))).toEqual([404, 'invitation_link_invalid'])
    expect((await verify(second.token)).status).toBe(200)
    expect((await revoke(second.id, desk)).status).toBe(204)
    expect(await refusalOf(await verify(second.token))).toEqual([404, 'invitation_link_invalid'])
    expect(await refusalOf(await revoke(second.id, desk))).toEqual([404, 'invitation_not_found'])
    expect(await bodyOf(read(customer(id)))).toBeNull()
  })

  test('two who make a link at the same moment leave one that works', async () => {
    const id = await entered()
    const links = await Promise.all(Array.from({ length: 8 }, () => made(customer(id), desk)))
    const statuses = await Promise.all(links.map(async ({ token }) => (await verify(token)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('refuse a profile that somebody has, and one that does not exist', async () => {
    const person = await addPerson(app, { role: 'coach' })
    const { id } = await addCoach(app.db, { person })
    const { id: inactive } = await addCoach(app.db, { active: false })
    for (const profile of [coach(id), coach(inactive), customer(person.id)]) {
      expect(await refusalOf(await make(profile))).toEqual([409, 'profile_not_invitable'])
      expect(await refusalOf(await read(profile))).toEqual([409, 'profile_not_invitable'])
    }
    expect(await refusalOf(await make(coach(randomUUID())))).toEqual([404, 'coach_not_found'])
    expect(await refusalOf(await make(customer(randomUUID())))).toEqual([404, 'user_not_found'])
  })

  test('the desk invites customers, and neither makes nor revokes the link of a coach', async () => {
    const { id } = await addCoach(app.db)
    const { id: invitation, token } = await made(coach(id))
    expect(await refusalOf(await make(coach(id), desk))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await revoke(invitation, desk))).toEqual([403, 'forbidden'])
    expect((await verify(token)).status).toBe(200)
    expect((await read(coach(id), desk)).status).toBe(200)
  })

  test.each(['user', 'coach'] as const)('%s invites nobody', async (role) => {
    const by = await addPerson(app, { role })
    const id = await entered()
    expect(await refusalOf(await make(customer(id), by))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await read(customer(id), by))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await revoke(randomUUID(), by))).toEqual([403, 'forbidden'])
  })
})

describe('verify-profile-invitation', () => {
  test('says whose profile it is, to anybody with the link, and changes nothing', async () => {
    const id = await entered()
    await addChild(app.db, [{ id }], { name: 'Mia Paper' })
    const { token, expires_at } = await made(customer(id), desk)
    const name = (await profileOf(id)).full_name
    const shown = { kind: 'customer', name, first_names: ['Mia'], expires_at }
    expect(await bodyOf(verify(token))).toEqual(shown)
    expect(await bodyOf(verify(token))).toEqual(shown)
    expect(await refusalOf(await verify('guessed'))).toEqual([404, 'invitation_link_invalid'])
  })

  test('does not work once the link expired, the person got an email, or was deleted', async () => {
    const [expired, mailed, deleted] = await Promise.all([entered(), entered(), entered()])
    const links = [
      await made(customer(expired)),
      await made(customer(mailed)),
      await made(customer(deleted)),
    ] as const
    await app.db
      .updateTable('profiles')
      .set({ email: `${randomUUID()}@example.test` })
      .where('id', '=', mailed)
      .execute()
    await app.db.deleteFrom('profiles').where('id', '=', deleted).execute()
    expect((await verify(links[0].token)).status).toBe(200)
    const before = new Date(Date.now() - 8 * 86_400_000)
    await app.db
      .updateTable('profile_invitations')
      .set({ created_at: new Date(before.getTime() - 1_000), expires_at: before })
      .where('id', '=', links[0].id)
      .execute()
    const by = await addPerson(app)
    for (const { token } of links) {
      expect(await refusalOf(await verify(token))).toEqual([404, 'invitation_link_invalid'])
      expect(await refusalOf(await accept(token, by))).toEqual([404, 'invitation_link_invalid'])
    }
    expect(await bodyOf(read(customer(expired)))).toBeNull()
    await purgeHouseholds.run(app.context)
    const left = app.db.selectFrom('profile_invitations').select('id').where('id', '=', links[0].id)
    expect(await left.execute()).toEqual([])
  })
})

describe('accept-profile-invitation for a customer', () => {
  test('moves the bookings, the people and the phone number to the account, once', async () => {
    const id = await entered('409 555 0171')
    const child = await addChild(app.db, [{ id }], { name: 'Leo Paper' })
    const booking = await bookFor(id)
    const { token } = await made(customer(id), desk)
    const by = await addPerson(app, { name: 'Own Name' })
    await app.db.updateTable('profiles').set({ phone_number: null }).where('id', '=', by.id).execute()
    const accepted = { kind: 'customer', name: (await profileOf(id)).full_name }
    expect(await bodyOf(accept(token, by))).toEqual(accepted)
    const row = app.db.selectFrom('bookings').select('user_id').where('id', '=', booking)
    expect(await row.executeTakeFirst()).toEqual({ user_id: by.id })
    const adult = app.db
      .selectFrom('participant_adults')
      .select('user_id')
      .where('participant_id', '=', child)
    expect(await adult.execute()).toEqual([{ user_id: by.id }])
    expect(await profileOf(by.id)).toMatchObject({ full_name: 'Own Name', phone_number: '(409) 555-0171' })
    expect(await profileOf(id)).toMatchObject({ merged_into: by.id })
    // Again, by the same account and by another one.
    expect(await bodyOf(accept(token, by))).toEqual(accepted)
    expect(await refusalOf(await accept(token, await addPerson(app)))).toEqual([
      404,
      'invitation_link_invalid',
    ])
    const merges = app.db.selectFrom('person_merges').select('merged_by').where('source_account', '=', id)
    expect(await merges.execute()).toEqual([{ merged_by: desk.id }])
  })

  test('is refused to staff, whatever their role, who keep the customer apart', async () => {
    const { token } = await made(customer(await entered()))
    const coachPerson = await addPerson(app, { role: 'coach' })
    for (const by of [admin, desk, coachPerson])
      expect(await refusalOf(await accept(token, by))).toEqual([403, 'invitation_for_customers'])
    expect((await verify(token)).status).toBe(200)
    const signedOut = await app.request('/api/profile-invitations/accept', { json: { token } })
    expect(await refusalOf(signedOut)).toEqual([401, 'unauthenticated'])
  })

  test('of a parent is refused to a minor, and of two members to either; the link still works', async () => {
    const parent = await entered()
    await addChild(app.db, [{ id: parent }], { name: 'Kim Paper' })
    const link = await made(customer(parent))
    const year = new Date().getUTCFullYear() - 15
    const minor = await addPerson(app, { birthDate: `${year}-01-01` })
    expect(await refusalOf(await accept(link.token, minor))).toEqual([403, 'invitation_for_adults'])

    const member = await entered()
    await app.db.insertInto('subscriptions').values({ user_id: member, status: 'active' }).execute()
    const other = await made(customer(member))
    const by = await addPerson(app, { membership: 'active' })
    expect(await refusalOf(await accept(other.token, by))).toEqual([409, 'invitation_obstructed'])
    for (const { token } of [link, other]) expect((await verify(token)).status).toBe(200)
  })

  test('is refused where the account would look after more than 20 people', async () => {
    const [id, by] = [await entered(), await addPerson(app)]
    await addChild(app.db, [{ id }], { name: 'One Too Many' })
    for (let child = 1; child <= 20; child += 1) await addChild(app.db, [by], { name: `Child ${child}` })
    const { token } = await made(customer(id))
    expect(await refusalOf(await accept(token, by))).toEqual([409, 'participants_limit'])
    expect((await profileOf(id)).merged_into).toBeNull()
  })
})

describe('accept-profile-invitation for a coach', () => {
  test('gives the account the role and the profile, and ends its sessions', async () => {
    const { id } = await addCoach(app.db)
    await app.db
      .updateTable('coaches')
      .set({ email: null, without_account: true })
      .where('id', '=', id)
      .execute()
    const { token } = await made(coach(id))
    const by = await addPerson(app)
    expect(await bodyOf(accept(token, by))).toMatchObject({ kind: 'coach' })
    expect(await profileOf(by.id)).toMatchObject({ role: 'coach', coach_id: id })
    expect(await coachOf(id)).toMatchObject({ user_id: by.id, email: by.email })
    expect((await sessionOf(app, by.cookie)).profile).toBeNull()
    const again = { ...by, cookie: await signIn(app, by.email, 'play-ball-2026') }
    expect((await app.request('/api/coach/profile', { cookie: again.cookie })).status).toBe(200)
    expect(await bodyOf(accept(token, again))).toMatchObject({ kind: 'coach' })
    expect(await refusalOf(await accept(token, await addPerson(app)))).toEqual([
      404,
      'invitation_link_invalid',
    ])
  })

  test('is refused to the desk, to an admin and to another coach', async () => {
    const { id } = await addCoach(app.db)
    const { token } = await made(coach(id))
    const other = await addPerson(app, { role: 'coach' })
    await addCoach(app.db, { person: other })
    expect(await refusalOf(await accept(token, desk))).toEqual([409, 'coach_account_is_staff'])
    expect(await refusalOf(await accept(token, admin))).toEqual([409, 'coach_account_is_staff'])
    expect(await refusalOf(await accept(token, other))).toEqual([409, 'coach_account_taken'])
    expect(await coachOf(id)).toMatchObject({ user_id: null })
  })
})

describe('at the same moment', () => {
  const rounds = Array.from({ length: 12 }, (_, round) => round)

  test('two accounts open one link: one of them gets the profile', async () => {
    const people = await Promise.all(rounds.map(() => Promise.all([addPerson(app), addPerson(app)])))
    for (const [index, pair] of people.entries()) {
      const id = index % 2 ? (await addCoach(app.db)).id : await entered()
      const { token } = await made(index % 2 ? coach(id) : customer(id))
      const answers = await Promise.all(pair.map((by) => accept(token, by)))
      expect(answers.map(({ status }) => status).sort(), `round ${index}`).toEqual([200, 404])
    }
  })

  test('a link that is revoked or replaced while it is accepted either worked or did not', async () => {
    for (const round of rounds) {
      const id = await entered()
      const { token, id: invitation } = await made(customer(id))
      const by = await addPerson(app)
      const withdraw = () => (round % 2 ? make(customer(id)) : revoke(invitation))
      const [accepted, withdrawn] = await Promise.all([accept(token, by), withdraw()])
      const { merged_into } = await profileOf(id)
      if (accepted.status === 200) {
        expect([merged_into, withdrawn.status >= 400], `round ${round}`).toEqual([by.id, true])
      } else {
        expect([await refusalOf(accepted), merged_into], `round ${round}`).toEqual([
          [404, 'invitation_link_invalid'],
          null,
        ])
      }
    }
  })

  test('a profile that is deleted while it is accepted is taken over whole or not at all', async () => {
    for (const round of rounds) {
      const id = await entered()
      const { token } = await made(customer(id))
      const by = await addPerson(app)
      const [accepted] = await Promise.all([
        accept(token, by),
        app.db.deleteFrom('profiles').where('id', '=', id).execute(),
      ])
      expect([200, 404], `round ${round}`).toContain(accepted.status)
    }
  })

  test('the database has one open link of a profile at most, whatever code runs', async () => {
    const id = await entered()
    const make = () =>
      app.db
        .transaction()
        .execute((tx) => createInvitation(tx, { kind: 'customer', id }, { userId: desk.id, now: new Date() }))
    await make()
    const second = app.db
      .insertInto('profile_invitations')
      .values({ user_id: id, token_hash: 'x', expires_at: new Date(Date.now() + 1_000_000) })
    await expect(second.execute()).rejects.toThrow('profile_invitations_user_once')
    const both = app.db.insertInto('profile_invitations').values({
      ...{ user_id: id, coach_id: (await addCoach(app.db)).id },
      ...{ token_hash: 'y', expires_at: new Date(Date.now() + 1_000_000) },
    })
    await expect(both.execute()).rejects.toThrow('profile_invitations_one_profile')
  })
})
