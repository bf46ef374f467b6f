import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../test/answers.ts'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp } from '../camps/campTestKit.ts'
import { reminding } from './reminderTestKit.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { RATE_LIMITS: 'true' } })
})
afterAll(() => app.close())

test('an account in wrong hands cannot bury the people of one camp in mail', async () => {
  const [desk, other, mom] = await Promise.all([
    addPerson(app, { role: 'desk' }),
    addPerson(app, { role: 'admin' }),
    addPerson(app),
  ])
  const [camp, quiet] = [await addCamp(app.db), await addCamp(app.db)]
  for (const { id } of [camp, quiet])
    await app.db.insertInto('camp_registrations').values({ camp_id: id, user_id: mom.id }).execute()
  const staff = reminding(app, desk)
  const write = (camp_id: string, text: string) => staff.message('camp', camp_id, { text })

  for (let count = 0; count < 20; count++) expect((await write(camp.id, `Nr. ${count}`)).status).toBe(200)
  const mails = () => app.db.selectFrom('outbox').select('id').execute()
  const before = await mails()
  const refused = await write(camp.id, 'One more')
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refusalOf(refused)).toEqual([429, 'too_many_requests'])
  // Neither for another of the staff, nor in another way.
  expect(await refusalOf(await reminding(app, other).camp(camp.id))).toEqual([429, 'too_many_requests'])
  expect(await mails()).toEqual(before)
  expect((await write(quiet.id, 'All is well there.')).status).toBe(200)
})
