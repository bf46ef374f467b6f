import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { sessionOf } from '../accounts/accountsTestKit.ts'

let app: TestApp
let person: Person

beforeAll(async () => {
  app = await startTestApp()
  person = await addPerson(app, { name: 'Pat Parent' })
})
afterAll(() => app.close())

const update = (json: unknown, headers: Record<string, string> = {}) =>
  app.request('/api/me/profile', { method: 'PATCH', json, cookie: person.cookie, headers })
const rowOf = (id: string) =>
  app.db
    .selectFrom('profiles')
    .select(['full_name', 'phone_number', 'email', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('update-profile', () => {
  test('changes name and phone number, and the session has them at once', async () => {
    expect((await sessionOf(app, person.cookie)).profile).toMatchObject({ full_name: 'Pat Parent' })
    const response = await update({ full_name: '  Pat O’Parent ', phone_number: ' (409) 555-0142 ' })
    expect(response.status).toBe(200)
    const changed = { full_name: 'Pat O’Parent', phone_number: '(409) 555-0142' }
    expect(await response.json()).toMatchObject({ id: person.id, email: person.email, ...changed })
    expect((await sessionOf(app, person.cookie)).profile).toMatchObject(changed)
    const entries = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', person.id)
      .where('action', '=', 'UPDATE')
      .execute()
    expect(entries).toMatchObject([{ table_name: 'profiles', user_id: person.id, new_values: changed }])
  })

  test('keeps omitted fields, and removes an empty number', async () => {
    await update({ full_name: 'Pat', phone_number: '409 555 0199' })
    await update({ full_name: 'Robin' })
    expect(await rowOf(person.id)).toMatchObject({ full_name: 'Robin', phone_number: '(409) 555-0199' })
    await update({ phone_number: '' })
    expect(await rowOf(person.id)).toMatchObject({ full_name: 'Robin', phone_number: null })
    await update({ phone_number: '409 555 0199' })
    await update({ phone_number: null })
    expect(await rowOf(person.id)).toMatchObject({ phone_number: null })
    expect((await update({})).status).toBe(200)
  })

  test('changes no other field and no other profile, whatever is sent', async () => {
    const other = await addPerson(app, { name: 'Other' })
    const before = await rowOf(person.id)
    const response = await update({
      id: other.id,
      email: 'new@example.test',
      role: 'admin',
      coach_id: other.id,
    })
    expect(await bodyOf(response)).toMatchObject({ id: person.id, email: person.email, role: 'user' })
    expect(await rowOf(person.id)).toEqual(before)
    expect(await rowOf(other.id)).toMatchObject({ full_name: 'Other', role: 'user' })
  })

  test.each(['0', '12', 'abc', '+1 555'])(
    'refuses the phone number %s at its field',
    async (phone_number) => {
      const before = await rowOf(person.id)
      const answer = await update({ full_name: 'Not Changed', phone_number })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        code: 'invalid_input',
        details: [
          { path: ['phone_number'], message: 'Please enter a real phone number, e.g. (409) 555-0123.' },
        ],
      })
      expect(await rowOf(person.id)).toEqual(before)
    },
  )

  test('keeps a number that was stored before numbers were checked', async () => {
    await app.db.updateTable('profiles').set({ phone_number: '12' }).where('id', '=', person.id).execute()
    app.context.accounts.forgetSessions()
    expect((await update({ full_name: 'Pat', phone_number: '12' })).status).toBe(200)
    expect(await rowOf(person.id)).toMatchObject({ full_name: 'Pat', phone_number: '12' })
  })

  test.each([
    ['no name', { full_name: '  ' }],
    ['a name of two lines', { full_name: 'Pat\nParent' }],
    ['a name of 201 letters', { full_name: 'x'.repeat(201) }],
    ['a name that is a number', { full_name: 7 }],
    ['no name at all', { full_name: null }],
    ['a number of 41 characters', { phone_number: '4'.repeat(41) }],
    ['a number with a bell', { phone_number: '409\u0007555' }],
    ['a list', []],
  ])('refuses %s and changes nothing', async (_name, body) => {
    const before = await rowOf(person.id)
    expect(await refusalOf(await update(body))).toEqual([400, 'invalid_input'])
    expect(await rowOf(person.id)).toEqual(before)
  })

  test('accepts the longest allowed name', async () => {
    expect((await update({ full_name: 'x'.repeat(200) })).status).toBe(200)
  })

  test('answers the same again to the same key, and refuses the key for something else', async () => {
    const key = { 'idempotency-key': 'profile-1234' }
    const first = await update({ full_name: 'Once' }, key)
    await update({ full_name: 'Meanwhile' })
    expect(await (await update({ full_name: 'Once' }, key)).json()).toEqual(await first.json())
    expect(await rowOf(person.id)).toMatchObject({ full_name: 'Meanwhile' })
    expect(await refusalOf(await update({ full_name: 'Twice' }, key))).toEqual([
      422,
      'idempotency_key_reused',
    ])
  })

  test('asks a visitor to sign in', async () => {
    const response = await app.request('/api/me/profile', { method: 'PATCH', json: { full_name: 'X' } })
    expect(await refusalOf(response)).toEqual([401, 'unauthenticated'])
  })
})
