import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type HouseholdInvitation,
  INVITATION_DAYS,
  MOST_INVITATIONS,
  MOST_PARTICIPANTS,
} from '../../../shared/contract/accounts/households.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { tasks } from '../../features.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import {
  confirm,
  confirmationToken,
  mailsTo,
  sentBack,
  signUp,
  someEmail,
} from '../accounts/accountsTestKit.ts'
import { addChild, familyOf } from './householdTestKit.ts'

const DAY = 24 * 3_600_000
let ahead = 0
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(Date.now() + ahead) } })
})
afterAll(() => app.close())

/** Runs with the clock moved, and moves it back. */
async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  ahead = milliseconds
  try {
    return await work()
  } finally {
    ahead = 0
  }
}

const named = (name: string) => addPerson(app, { name })
const tokenIn = (text: string | undefined) => /\/family-invitation#token=(\S+)/.exec(text ?? '')?.[1] ?? ''

/** Invites and reads the secret from the mail. */
async function invited(from: Person, email: string, ...children: string[]) {
  const answer = await familyOf(app, from).invite(email, ...children)
  expect(answer.status).toBe(201)
  const invitation = await bodyOf<HouseholdInvitation>(answer)
  const mails = await mailsTo(app, email)
  const token = tokenIn(mails[0]?.body_text)
  expect(token).toHaveLength(43)
  return { invitation, token, mail: mails[0] }
}

const childrenOf = async (person: Person) => (await familyOf(app, person).list()).slice(1).map(({ id }) => id)

describe('signing up with the link of an invitation', () => {
  /** Signs up, and whether that made an account at once. */
  async function signedUp(email: string, invitation_token: string) {
    const answer = await signUp(app, email, { invitation_token })
    expect(answer.status).toBe(200)
    const account = await app.db
      .selectFrom('profiles')
      .select('email_verified')
      .where('email', '=', email)
      .executeTakeFirst()
    return { hasAccount: account?.email_verified === true, cookie: sentBack(answer.response) }
  }
  const confirmations = async (email: string) =>
    (await mailsTo(app, email, 2)).filter(({ subject }) => subject.startsWith('Confirm your email')).length

  test('proves the invited address: no mail, and the browser that signed up is logged in', async () => {
    const jo = await named('Jo Parent')
    const mia = await addChild(app.db, [jo], { name: 'Mia' })
    const email = someEmail()
    const { token } = await invited(jo, email, mia)
    const { hasAccount, cookie } = await signedUp(email, token)
    expect(hasAccount).toBe(true)
    const claim = await app.request('/api/auth/claim-sign-up', { json: {}, cookie })
    expect(await claim.json()).toMatchObject({ state: 'confirmed' })
    const session = sentBack(claim)
    expect((await familyOf(app, { cookie: session }).accept({ token })).status).toBe(200)
    const templates = await app.db
      .selectFrom('outbox')
      .select('template')
      .where('to_email', '=', email)
      .execute()
    expect(templates.map(({ template }) => template)).not.toContain('confirm-email')
  })

  test('proves no other address, and nothing once it is over', async () => {
    const jo = await named('Jo Parent')
    const mia = await addChild(app.db, [jo], { name: 'Mia' })
    const other = someEmail()
    const open = await invited(jo, someEmail(), mia)
    expect((await signedUp(other, open.token)).hasAccount).toBe(false)
    const [withdrawn, declined, expired] = [someEmail(), someEmail(), someEmail()]
    const first = await invited(jo, withdrawn, mia)
    expect((await familyOf(app, jo).withdraw(first.invitation.id)).status).toBe(204)
    const second = await invited(jo, declined, mia)
    expect((await familyOf(app, { cookie: '' }).decline({ token: second.token })).status).toBe(204)
    const third = await invited(jo, expired, mia)
    expect((await signedUp(withdrawn, first.token)).hasAccount).toBe(false)
    expect((await signedUp(declined, second.token)).hasAccount).toBe(false)
    await later((INVITATION_DAYS + 1) * DAY, async () => {
      expect((await signedUp(expired, third.token)).hasAccount).toBe(false)
    })
    for (const email of [withdrawn, declined, expired]) expect(await confirmations(email)).toBe(1)
  })

  test('changes nothing of an account that is there, whose owner is told as ever', async () => {
    const [jo, casey] = await Promise.all([named('Jo Parent'), named('Casey Parent')])
    const mia = await addChild(app.db, [jo], { name: 'Mia' })
    const { token } = await invited(jo, casey.email, mia)
    const before = await app.db
      .selectFrom('auth_accounts')
      .select('password')
      .where('user_id', '=', casey.id)
      .execute()
    const { cookie } = await signedUp(casey.email, token)
    const claim = await app.request('/api/auth/claim-sign-up', { json: {}, cookie })
    expect(await claim.json()).not.toMatchObject({ state: 'confirmed' })
    expect(
      await app.db.selectFrom('auth_accounts').select('password').where('user_id', '=', casey.id).execute(),
    ).toEqual(before)
    const told = await app.db
      .selectFrom('outbox')
      .select('template')
      .where('to_email', '=', casey.email)
      .execute()
    expect(told.map(({ template }) => template)).toContain('account-exists')
  })
})

describe('invite-adult', () => {
  test('mails a link that makes an adult of the people in it, with first names only', async () => {
    const [jo, casey] = await Promise.all([named('Jo Parent'), named('Casey Parent')])
    const mia = await addChild(app.db, [jo], { name: 'Mia Unmistakable' })
    const leo = await addChild(app.db, [jo], { name: 'Leo Unmistakable' })
    const other = await addChild(app.db, [jo], { name: 'Ben' })

    const { invitation, token, mail } = await invited(jo, casey.email, mia, leo)

    expect(mail?.subject).toBe('Jo Parent invites you to manage bookings for Mia and Leo')
    expect(mail?.body_text).not.toContain('Unmistakable')
    expect(await familyOf(app, jo).sent()).toEqual([invitation])
    expect(invitation).toMatchObject({ email: casey.email, state: 'open' })
    expect(invitation.participants.map(({ id }) => id)).toEqual([mia, leo])
    const rows = sql`select from household_invitations where token_hash = ${token}`.execute(app.db)
    expect((await rows).rows).toEqual([])

    const verified = {
      state: 'open',
      invited_by: 'Jo Parent',
      first_names: ['Mia', 'Leo'],
      email: casey.email,
    }
    expect(await bodyOf(familyOf(app, { cookie: '' }).verify(token))).toMatchObject({
      ...verified,
      is_mine: null,
    })
    expect(await bodyOf(familyOf(app, casey).verify(token))).toMatchObject({ ...verified, is_mine: true })
    expect(await bodyOf(familyOf(app, jo).verify(token))).toMatchObject({ ...verified, is_mine: false })
    expect((await familyOf(app, casey).received()).map(({ id }) => id)).toEqual([invitation.id])
    expect(await childrenOf(casey)).toEqual([])

    const accepted = await familyOf(app, casey).accept({ token })
    expect([accepted.status, (await bodyOf<{ participants: unknown[] }>(accepted)).participants]).toEqual([
      200,
      [
        { id: mia, name: 'Mia Unmistakable' },
        { id: leo, name: 'Leo Unmistakable' },
      ],
    ])
    expect(await childrenOf(casey)).toEqual([mia, leo])
    expect(await childrenOf(jo)).toEqual([mia, leo, other])
    expect(await familyOf(app, jo).sent()).toEqual([])
    expect(await familyOf(app, casey).received()).toEqual([])
    const [told] = await mailsTo(app, jo.email)
    expect(told?.subject).toBe('Casey Parent now manages bookings for Mia and Leo too')
  })

  test('answers alike whether the address has an account, and says when it is an adult already', async () => {
    const [jo, casey, stranger] = await Promise.all([named('Jo'), named('Casey'), named('Stranger')])
    const mia = await addChild(app.db, [jo, casey])
    const leo = await addChild(app.db, [jo])
    const family = familyOf(app, jo)
    const known = await bodyOf<HouseholdInvitation>(family.invite(stranger.email, leo))
    const unknown = await bodyOf<HouseholdInvitation>(family.invite(someEmail(), leo))
    expect(Object.keys(known)).toEqual(Object.keys(unknown))
    expect([known.state, known.participants]).toEqual([unknown.state, unknown.participants])
    expect(await refusalOf(await family.invite(casey.email, mia))).toEqual([409, 'adult_already'])
    expect((await family.invite(casey.email, mia, leo)).status).toBe(201)
    expect(await refusalOf(await family.invite(jo.email, mia))).toEqual([400, 'invitation_to_self'])
    const [self] = await family.list()
    expect(await refusalOf(await family.invite(someEmail(), mia, self?.id ?? ''))).toEqual([
      409,
      'account_not_shared',
    ])
  })

  test('replaces an earlier invitation to the address, and keeps ten', async () => {
    const [jo, casey] = await Promise.all([named('Jo'), named('Casey')])
    const mia = await addChild(app.db, [jo])
    const family = familyOf(app, jo)
    const first = await invited(jo, casey.email, mia)
    for (let count = 1; count < MOST_INVITATIONS; count += 1) await family.invite(someEmail(), mia)
    expect(await refusalOf(await family.invite(someEmail(), mia))).toEqual([409, 'invitations_limit'])
    expect((await family.invite(casey.email, mia)).status).toBe(201)
    expect(await family.sent()).toHaveLength(MOST_INVITATIONS)
    expect(await refusalOf(await familyOf(app, casey).accept({ token: first.token }))).toEqual([
      404,
      'invitation_link_invalid',
    ])
    const mails = await mailsTo(app, casey.email, 2)
    expect((await familyOf(app, casey).accept({ token: tokenIn(mails[1]?.body_text) })).status).toBe(200)
  })
})

describe('invite-adult to someone who does not want it', () => {
  test('writes to an address five times a day at most, from all adults together', async () => {
    const email = someEmail()
    const [jo, alex] = await Promise.all([named('Jo'), named('Alex')])
    const [mia, leo] = [await addChild(app.db, [jo]), await addChild(app.db, [alex])]
    // Each is sent before the next replaces it: one that still waits would be taken back.
    for (let count = 1; count <= 4; count += 1) {
      expect((await familyOf(app, jo).invite(email, mia)).status).toBe(201)
      await mailsTo(app, email, count)
    }
    expect((await familyOf(app, alex).invite(email, leo)).status).toBe(201)
    for (const [adult, child] of [
      [jo, mia],
      [alex, leo],
    ] as const) {
      expect(await refusalOf(await familyOf(app, adult).invite(email, child))).toEqual([
        429,
        'too_many_requests',
      ])
    }
    expect((await familyOf(app, alex).sent()).map(({ state }) => state)).toEqual(['open'])
    await later(DAY + 60_000, async () =>
      expect((await familyOf(app, jo).invite(email, mia)).status).toBe(201),
    )
  })
})

describe('verify-household-invitation and accept-household-invitation', () => {
  test('is only for the invited address, and for adults', async () => {
    const [jo, casey, stranger] = await Promise.all([named('Jo'), named('Casey'), named('Stranger')])
    const mia = await addChild(app.db, [jo])
    const { token, invitation } = await invited(jo, casey.email, mia)
    expect(await refusalOf(await familyOf(app, stranger).accept({ token }))).toEqual([
      403,
      'invitation_for_other_address',
    ])
    expect(await refusalOf(await familyOf(app, stranger).accept({ id: invitation.id }))).toEqual([
      404,
      'invitation_link_invalid',
    ])
    const today = facilityDay(new Date(), ZONE)
    const birthday = (years: number) => addDays(`${Number(today.slice(0, 4)) - years}-01-01`, 0)
    const [self] = await familyOf(app, casey).list()
    await familyOf(app, casey).update(self?.id ?? '', { birth_date: birthday(16) })
    expect(await refusalOf(await familyOf(app, casey).accept({ token }))).toEqual([
      403,
      'invitation_for_adults',
    ])
    expect(await childrenOf(casey)).toEqual([])
    await familyOf(app, casey).update(self?.id ?? '', { birth_date: birthday(30) })
    expect((await familyOf(app, casey).accept({ id: invitation.id })).status).toBe(200)
    expect(await childrenOf(casey)).toEqual([mia])
  })

  test('accepts once, however often and at once it is asked; an old link brings nobody back', async () => {
    const [jo, casey] = await Promise.all([named('Jo'), named('Casey')])
    const mia = await addChild(app.db, [jo])
    const { token } = await invited(jo, casey.email, mia)
    const answers = await Promise.all(Array.from({ length: 6 }, () => familyOf(app, casey).accept({ token })))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(await mailsTo(app, jo.email, 1)).toHaveLength(1)

    expect((await familyOf(app, jo).removeAdult(mia, casey.id)).status).toBe(204)
    expect(await bodyOf(familyOf(app, casey).accept({ token }))).toEqual({ participants: [] })
    expect(await childrenOf(casey)).toEqual([])
  })

  test('leaves nobody half in when it meets the removal of the adult who invited', async () => {
    const [jo, casey, alex] = await Promise.all([named('Jo'), named('Casey'), named('Alex')])
    const mia = await addChild(app.db, [jo, casey])
    const { token } = await invited(casey, alex.email, mia)
    const [removed, accepted] = await Promise.all([
      familyOf(app, jo).removeAdult(mia, casey.id),
      familyOf(app, alex).accept({ token }),
    ])
    expect(removed?.status).toBe(204)
    expect(await childrenOf(alex)).toEqual(accepted?.status === 200 ? [mia] : [])
    expect([200, 404]).toContain(accepted?.status)
    expect(await childrenOf(casey)).toEqual([])
  })

  test('is refused when the adult who invited is no longer one', async () => {
    const [jo, casey, alex] = await Promise.all([named('Jo'), named('Casey'), named('Alex')])
    const mia = await addChild(app.db, [jo, casey])
    const { token } = await invited(casey, alex.email, mia)
    await familyOf(app, jo).removeAdult(mia, casey.id)
    expect(await refusalOf(await familyOf(app, alex).accept({ token }))).toEqual([
      404,
      'invitation_link_invalid',
    ])
    expect(await familyOf(app, casey).sent()).toEqual([])
    expect(await childrenOf(alex)).toEqual([])
  })

  test('is refused where it would be more than 20 people', async () => {
    const [jo, casey] = await Promise.all([named('Jo'), named('Casey')])
    const mia = await addChild(app.db, [jo])
    for (let count = 0; count < MOST_PARTICIPANTS; count += 1) {
      await addChild(app.db, [casey], { name: `Child ${count}` })
    }
    const { token } = await invited(jo, casey.email, mia)
    expect(await refusalOf(await familyOf(app, casey).accept({ token }))).toEqual([409, 'participants_limit'])
    expect(await childrenOf(casey)).not.toContain(mia)
  })

  test('works for someone who signs up with the invited address', async () => {
    const jo = await named('Jo')
    const mia = await addChild(app.db, [jo])
    const email = someEmail()
    const { token } = await invited(jo, email, mia)
    await signUp(app, email, { callbackURL: '/family-invitation' })
    const { cookie } = await confirm(app, await confirmationToken(app, email, 2))
    const family = familyOf(app, { cookie })
    const [received] = await family.received()
    expect((await family.accept({ token })).status).toBe(200)
    expect(received).toMatchObject({ invited_by: 'Jo', first_names: ['Mia'] })
    expect((await family.list())[1]?.id).toBe(mia)
  })
})

describe('an invitation that nobody accepts, seen by list-household-invitations and list-received-invitations', () => {
  test('is declined by decline-household-invitation with its link, without an account, more than once', async () => {
    const jo = await named('Jo')
    const { token } = await invited(jo, someEmail(), await addChild(app.db, [jo]))
    const nobody = familyOf(app, { cookie: '' })
    expect((await nobody.decline({ token })).status).toBe(204)
    expect((await nobody.decline({ token })).status).toBe(204)
    expect((await familyOf(app, jo).sent()).map(({ state }) => state)).toEqual(['declined'])
    expect(await bodyOf(nobody.verify(token))).toMatchObject({ state: 'declined' })
  })

  test('is withdrawn by withdraw-household-invitation: its link ends, and a mail that waits is not sent', async () => {
    const [jo, casey] = await Promise.all([named('Jo'), named('Casey')])
    const { token, invitation } = await invited(jo, casey.email, await addChild(app.db, [jo]))
    await app.db
      .updateTable('outbox')
      .set({ status: 'queued', next_attempt_at: new Date(Date.now() + DAY) })
      .where('to_email', '=', casey.email)
      .execute()
    expect((await familyOf(app, jo).withdraw(invitation.id)).status).toBe(204)
    expect(await refusalOf(await familyOf(app, jo).withdraw(invitation.id))).toEqual([
      404,
      'invitation_not_found',
    ])
    for (const answer of [
      await familyOf(app, casey).accept({ token }),
      await familyOf(app, casey).verify(token),
      await familyOf(app, casey).decline({ token }),
    ]) {
      expect(await refusalOf(answer)).toEqual([404, 'invitation_link_invalid'])
    }
    const queued = app.db.selectFrom('outbox').select('id').where('to_email', '=', casey.email)
    expect(await queued.execute()).toEqual([])
  })

  test('expires after seven days, and is deleted a week later', async () => {
    const [jo, casey] = await Promise.all([named('Jo'), named('Casey')])
    const { token, invitation } = await invited(jo, casey.email, await addChild(app.db, [jo]))
    const purge = () =>
      tasks.find(({ name }) => name === 'purge-households')?.run({ db: app.db, clock: app.context.clock })
    const sent = async () => (await familyOf(app, jo).sent()).map(({ state }) => state)

    await later(INVITATION_DAYS * DAY - 60_000, async () => expect(await sent()).toEqual(['open']))
    await later(INVITATION_DAYS * DAY + 60_000, async () => {
      await purge()
      expect(await sent()).toEqual(['expired'])
      expect(await refusalOf(await familyOf(app, casey).accept({ token }))).toEqual([
        404,
        'invitation_link_invalid',
      ])
      expect(await refusalOf(await familyOf(app, casey).accept({ id: invitation.id }))).toEqual([
        404,
        'invitation_link_invalid',
      ])
      expect(await familyOf(app, casey).received()).toEqual([])
    })
    await later(2 * INVITATION_DAYS * DAY + 60_000, async () => {
      await purge()
      expect(await sent()).toEqual([])
    })
  })
})
