import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system, transaction } from '../../db/database.ts'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { findProfile, sessionOf, signIn, someEmail } from './accountsTestKit.ts'
import { grantAdmin } from './grantAdmin.ts'
import { hashPassword } from './passwords/passwords.ts'

const PASSWORD = 'front-office-19'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const grant = async (email: string) => {
  const passwordHash = await hashPassword(PASSWORD)
  return transaction(app.db, system, (tx) =>
    grantAdmin(tx, { email, fullName: 'Front Office', passwordHash }),
  )
}

describe('granting admin', () => {
  test('creates an account that can sign in at once', async () => {
    const email = someEmail()
    expect(await grant(email)).toBe('created')
    const { cookie } = await signIn(app, email, PASSWORD)
    expect((await sessionOf(app, cookie)).profile).toMatchObject({ email, role: 'admin' })
  })

  test('promotes an account with a new password and ends its sessions', async () => {
    const person = await addPerson(app, { name: 'Pat Example' })
    expect(await grant(person.email)).toBe('promoted')
    expect((await sessionOf(app, person.cookie)).profile).toBeNull()
    expect((await signIn(app, person.email, PASSWORD)).status).toBe(200)
    expect((await findProfile(app, person.email)).full_name).toBe('Pat Example')
  })

  test('is in the audit log with the system as actor', async () => {
    const email = someEmail()
    await grant(email)
    const { id } = await findProfile(app, email)
    const entries = await app.db.selectFrom('audit_log').selectAll().where('record_id', '=', id).execute()
    expect(entries.map(({ action, user_id }) => ({ action, user_id }))).toEqual([
      { action: 'INSERT', user_id: null },
    ])
  })
})
