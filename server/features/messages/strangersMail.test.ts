// @module-tag slow

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../shared/contract/api.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson } from '../../test/factories.ts'
import { agedFormToken } from '../../test/formToken.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { accountCalls } from '../accounts/accounts.ts'
import { PASSWORD, post, signIn, someEmail } from '../accounts/accountsTestKit.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { guestForm, lesson, postLesson } from '../lessons/lessonTestKit.ts'

/** More than any person asks for, at the same moment: without the lock each run has more mails than are allowed. */
const TIMES = 24
const MOST = 10

let app: TestApp
let coach: TestCoach
let weeks = 0
beforeAll(async () => {
  // Limits by network, device and quarter of an hour are off: a stranger has many networks, and all day.
  app = await startTestApp()
  await addCages(app.db, 2)
  coach = await addCoach(app.db)
})
afterAll(() => app.close())

type Ask = (email: string) => Promise<{ status: number }>

/** What can be asked for an address that the caller types, by each operation that needs no account. */
const asks: Record<string, Ask | null> = {
  '/sign-up/email': (email) =>
    post(app, '/sign-up/email', { name: 'Robin Batter', email, password: PASSWORD }),
  '/send-verification-email': (email) => post(app, '/send-verification-email', { email }),
  '/request-password-reset': (email) => post(app, '/request-password-reset', { email }),
  '/sign-in/email': null,
  '/sign-out': null,
  '/set-up-owner': null,
  '/change-password': null,
  '/two-factor/verify-totp': null,
  '/two-factor/enable': null,
  '/two-factor/confirm': null,
  '/two-factor/generate-backup-codes': null,
  '/two-factor/disable': null,
  // These follow a secret that was mailed.
  '/verify-email': null,
  '/claim-sign-up': null,
  '/reset-password': null,
  'judge-password': null,
  'verify-recovery-token': null,
  'verify-sign-up-link': null,
  'discard-sign-up': null,
  'open-waiver-handover': null,
  'sign-handed-over-waivers': null,
  'verify-household-invitation': null,
  'decline-household-invitation': null,
  'verify-profile-invitation': null,
  'verify-email-change-link': null,
  'confirm-email-change': null,
  unsubscribe: null,
  'unsubscribe-one-click': null,
  'create-coach-booking': (email) => {
    weeks += 1
    const request = lesson(coach.id, tuesday(weeks % 40), weeks > 40 ? '18:00' : '17:00')
    const guest_details = { name: 'Gwen Guest', phone: `(409) 555-${1000 + weeks}`, email }
    return postLesson(app, { ...request, ...guestForm(app, { guest_details }) })
  },
  // Goes to the facility's address, and has a limit of its own there.
  'send-contact-message': null,
  'resend-unsubscribe': (email) => app.request('/api/unsubscribe/resend', { json: { email } }),
  // A guest's payment is taken before anything is mailed.
  'create-payment-intent': null,
  'confirm-payment': null,
  'cancel-payment-intent': null,
}

const inbox = async (email: string) => {
  const rows = await app.db.selectFrom('outbox').select('template').where('to_email', '=', email).execute()
  return rows.map(({ template }) => template)
}

test('every change that needs no account is known to mail someone or not', () => {
  const open = contract.filter(({ access, method }) => access === 'public' && method !== 'get')
  expect(Object.keys(asks).sort()).toEqual(
    [...Object.keys(accountCalls), ...open.map(({ operationId }) => operationId)].sort(),
  )
})

const mailing = Object.entries(asks).filter((entry): entry is [string, Ask] => entry[1] !== null)

describe.each(mailing)('%s', (_name, ask) => {
  test.each(['an account', 'no account'])(
    'mails an address with %s ten times a day at most, and always answers alike',
    async (kind) => {
      const email = kind === 'an account' ? (await addPerson(app)).email : someEmail()
      const answers = await Promise.all(Array.from({ length: TIMES }, () => ask(email)))
      expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
      expect((await inbox(email)).length).toBeLessThanOrEqual(MOST)
    },
  )
})

test('all of them together mail one address ten times a day, and again on the next day', async () => {
  const { email } = await addPerson(app)
  for (const [, ask] of mailing) await Promise.all([1, 2, 3, 4].map(() => ask(email)))
  expect(await inbox(email)).toHaveLength(MOST)
  await app.db
    .updateTable('outbox')
    .set({ created_at: new Date(Date.now() - 86_400_000) })
    .where('to_email', '=', email)
    .execute()
  await asks['/sign-up/email']?.(email)
  expect(await inbox(email)).toHaveLength(MOST + 1)
})

test('a person who asks on a known device gets the reset that strangers have used up', async () => {
  const { email } = await addPerson(app)
  await Promise.all(Array.from({ length: TIMES }, () => asks['/request-password-reset']?.(email)))
  expect(await inbox(email)).toHaveLength(MOST)
  const { cookie } = await signIn(app, email, 'play-ball-2026')
  await post(app, '/request-password-reset', { email }, cookie)
  expect(await inbox(email)).toHaveLength(MOST + 1)
})

test('messages to the facility are all kept, and a hundred of them are mailed', async () => {
  const { email } = await app.context.facility.get()
  const message = { name: 'Vera', phone: '(409) 555-0123', subject: 'general', message: 'Hello', website: '' }
  const answers = await Promise.all(
    Array.from({ length: 105 }, () =>
      app.request('/api/contact', { json: { ...message, form_token: agedFormToken(app) } }),
    ),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect((await inbox(email)).filter((template) => template === 'contact-message')).toHaveLength(100)
  expect(await app.db.selectFrom('contact_messages').select('id').execute()).toHaveLength(105)
})
