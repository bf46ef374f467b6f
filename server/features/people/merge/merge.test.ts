import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { openPayment } from '../../../test/cardPayment.ts'
import { addCages, addPerson, type Person, signIn } from '../../../test/factories.ts'
import { lockWaits } from '../../../test/lockWaits.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addClass, register } from '../../account/accountTestKit.ts'
import { post } from '../../accounts/accountsTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'
import { lesson, postLesson } from '../../lessons/lessonTestKit.ts'
import { takeLocks } from '../../places/occupancy.ts'
import { personLock } from '../../places/unpaidTime.ts'
import { addLife } from '../../privacy/privacyTestKit.ts'
import { countsOf, dumpOf, mergingOf } from './mergeTestKit.ts'
import { belongings, movedReferences, readReferences } from './references.ts'
import { finishMerges } from './reverseMerge.ts'

let app: TestApp
let cages: string[]
let admin: Person
let merging: ReturnType<typeof mergingOf>
beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 6)
  admin = await addPerson(app, { role: 'admin', name: 'Ada Admin' })
  merging = mergingOf(app, admin)
})
afterAll(() => app.close())

interface MergeAnswer {
  merge_id: string
  moved: number
}
const merged = (source: { id: string }, target: { id: string }, more: object = {}) =>
  bodyOf<MergeAnswer>(merging.merge(source, target, more))
const profileOf = (id: string) =>
  app.db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()

let halfHours = 0
const slot = () => {
  const hour = 16 + (halfHours % 4)
  const day = tuesday(Math.floor(halfHours++ / 4))
  return group(cages[5] ?? '', day, `${hour}:00`, `${hour}:30`)
}
const book = ({ cookie }: Person, participant_id: string | null = null) =>
  app.request('/api/bookings', {
    json: { bookingDetails: [slot()], totalAmount: 20, participant_id },
    cookie,
  })

const rowsOf = async (id: string) => {
  const counts: Record<string, number> = {}
  for (const { table, column, to } of movedReferences(await readReferences(app.db))) {
    if (to !== 'account') continue
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}::uuid`.execute(
      app.db,
    )
    if (rows[0]?.count) counts[`${table}.${column}`] = rows[0].count
  }
  return counts
}

describe('every foreign key to a person', () => {
  test('moves with a merge, or is listed with what becomes of it', async () => {
    const references = await readReferences(app.db)
    const owned = references
      .filter(({ isHistory }) => !isHistory)
      .map(({ table, column }) => `${table}.${column}`)
    expect(owned.sort()).toEqual(Object.keys(belongings).sort())
  })
})

describe('merge-people, reverse-merge', () => {
  test('move all rows and no more, and give back the very same database', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    await addLife(app, source, { name: 'Pat Twice', cage_id: cages[0] ?? '' })
    await addLife(app, target, { name: 'Pat Once', cage_id: cages[1] ?? '' })
    const shared = await addChild(app.db, [source, target], { name: 'Kim Shared' })
    await app.db
      .insertInto('person_notes')
      .values({ user_id: source.id, written_by: source.id, body: 'A note.' })
      .execute()
    await book(source, shared)
    await app.db.deleteFrom('stripe_customers').where('user_id', '=', target.id).execute()
    const before = await dumpOf(app.db)
    const owned = await rowsOf(source.id)
    expect(Object.keys(owned).length).toBeGreaterThan(9)
    const theirs = await rowsOf(target.id)

    const { merge_id } = await merged(source, target)
    // Both owners are told.
    const told = app.db.deleteFrom('outbox').where('template', '=', 'records-merged').returning('to_email')
    expect((await told.execute()).map(({ to_email }) => to_email).sort()).toEqual(
      [source.email, target.email].sort(),
    )
    const during = await dumpOf(app.db)
    expect(await rowsOf(source.id)).toEqual({})
    const sums = await rowsOf(target.id)
    for (const [column, count] of Object.entries(owned))
      expect(sums[column], column).toBe(count + (theirs[column] ?? 0))
    // What cannot be there twice, or would still let someone in, is set aside; a merged account is not searched for.
    const {
      email_changes,
      household_invitations,
      household_invitation_participants,
      participant_adults,
      people_index,
    } = countsOf(before)
    expect(countsOf(during)).toEqual({
      ...countsOf(before),
      email_changes: (email_changes ?? 0) - 1,
      household_invitations: (household_invitations ?? 0) - 1,
      household_invitation_participants: (household_invitation_participants ?? 0) - 1,
      participant_adults: (participant_adults ?? 0) - 1,
      people_index: (people_index ?? 0) - 1,
    })

    const back = await merging.reverse(merge_id)
    expect(back.status).toBe(200)
    expect(await dumpOf(app.db)).toEqual(before)
    expect(await refusalOf(await merging.reverse(merge_id))).toEqual([404, 'merge_not_found'])
  })

  test('are in the audit log with who did it', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    const { merge_id } = await merged(source, target)
    const entries = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', merge_id)
      .execute()
    expect(entries).toEqual([
      expect.objectContaining({ action: 'INSERT', table_name: 'person_merges', user_id: admin.id }),
    ])
    expect(JSON.stringify(entries)).not.toContain(source.email)
  })

  test('end the sessions of the source, and its address opens neither account', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    const { merge_id } = await merged(source, target)
    expect((await app.request('/api/me/sessions', { cookie: source.cookie })).status).toBe(401)
    await expect(signIn(app, source.email, 'play-ball-2026')).rejects.toThrow('401')
    await post(app, '/request-password-reset', { email: source.email })
    const mails = await app.db
      .selectFrom('outbox')
      .select('template')
      .where('to_email', '=', source.email)
      .execute()
    expect(mails.map(({ template }) => template)).toEqual(['records-merged'])
    expect((await app.request('/api/me/sessions', { cookie: target.cookie })).status).toBe(200)
    await merging.reverse(merge_id)
    await expect(signIn(app, source.email, 'play-ball-2026')).resolves.toContain('=')
  })

  test('keep the chosen name and phone, and put the others back unless they were changed since', async () => {
    const [source, target] = await Promise.all([
      addPerson(app, { name: 'Robert Batter' }),
      addPerson(app, { name: 'Bob Batter' }),
    ])
    await app.db
      .updateTable('profiles')
      .set({ phone_number: '(409) 555-0177' })
      .where('id', '=', source.id)
      .execute()
    const { merge_id } = await merged(source, target, { name: 'source', phone: 'source' })
    expect(await profileOf(target.id)).toMatchObject({
      full_name: 'Robert Batter',
      phone_number: '(409) 555-0177',
    })
    await app.db
      .updateTable('profiles')
      .set({ full_name: 'Bobby Batter' })
      .where('id', '=', target.id)
      .execute()
    await merging.reverse(merge_id)
    expect(await profileOf(target.id)).toMatchObject({ full_name: 'Bobby Batter', phone_number: null })
  })

  test('leave what came since with the kept record', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    await book(source)
    const { merge_id } = await merged(source, target)
    await book(target)
    await merging.reverse(merge_id)
    const owners = await app.db
      .selectFrom('bookings')
      .select('user_id')
      .where('user_id', 'in', [source.id, target.id])
      .execute()
    expect(owners.map(({ user_id }) => user_id).sort()).toEqual([source.id, target.id].sort())
  })

  test('are the last word for a day; then the empty record is deleted and its rows stay', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    await book(source)
    const { merge_id } = await merged(source, target)
    const over = new Date(Date.now() - 1_000)
    await app.db
      .updateTable('person_merges')
      .set({ reversible_until: over })
      .where('id', '=', merge_id)
      .execute()
    expect(await refusalOf(await merging.reverse(merge_id))).toEqual([409, 'merge_over'])
    await finishMerges.run(app.context)
    expect(await profileOf(source.id)).toBeUndefined()
    expect(await rowsOf(target.id)).toMatchObject({ 'bookings.user_id': 1 })
    expect(await refusalOf(await merging.reverse(merge_id))).toEqual([404, 'merge_not_found'])
  })

  test('are done once, however often the same request is sent', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    const json = { kind: 'account', source_id: source.id, target_id: target.id }
    const send = () =>
      app.request('/api/admin/merges', {
        json,
        cookie: admin.cookie,
        headers: { 'idempotency-key': `merge-${source.id}` },
      })
    const [one, other] = await Promise.all([send(), send()])
    expect([one.status, other.status]).toEqual([201, 201])
    expect(await one.json()).toEqual(await other.json())
  })

  test('leave nothing of either record once the kept account is deleted', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    await addChild(app.db, [source])
    const { merge_id } = await merged(source, target)
    const deleted = await app.request('/api/me/deletion', {
      json: { current_password: 'play-ball-2026', confirmation: 'DELETE' },
      cookie: target.cookie,
    })
    expect(deleted.status).toBe(200)
    expect([await profileOf(source.id), await profileOf(target.id)]).toEqual([undefined, undefined])
    expect(await refusalOf(await merging.reverse(merge_id))).toEqual([404, 'merge_not_found'])
    const left = await app.db
      .selectFrom('person_merge_rows')
      .select('position')
      .where('merge_id', '=', merge_id)
      .execute()
    expect(left).toEqual([])
  })

  test.each([
    { kind: 'account' },
    { kind: 'dog', source_id: 'x', target_id: 'y' },
    { kind: 'account', source_id: 'x', target_id: 'y' },
  ])('refuse what they cannot read: %j', async (json) => {
    const answer = await app.request('/api/admin/merges', { json, cookie: admin.cookie })
    expect(await refusalOf(answer)).toEqual([400, 'invalid_input'])
  })

  test('go in reverse order, and not once the address has a new account', async () => {
    const [first, second, third] = await Promise.all([addPerson(app), addPerson(app), addPerson(app)])
    const one = await merged(first, second)
    const two = await merged(second, third)
    expect(await refusalOf(await merging.reverse(one.merge_id))).toEqual([409, 'merge_not_last'])
    expect((await merging.reverse(two.merge_id)).status).toBe(200)
    await app.db
      .insertInto('profiles')
      .values({ email: first.email, full_name: 'New', email_verified: true })
      .execute()
    expect(await refusalOf(await merging.reverse(one.merge_id))).toEqual([409, 'merge_address_taken'])
  })
})

describe('preview-merge: what is in the way', () => {
  test.each(['customer', 'desk'] as const)('the %s may not merge', async (caller) => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    const by = await addPerson(app, { role: caller === 'desk' ? 'desk' : 'user' })
    expect((await mergingOf(app, by).merge(source, target)).status).toBe(403)
    expect(await profileOf(source.id)).toMatchObject({ merged_into: null })
  })

  test('one record, an unknown one, and one that was merged', async () => {
    const [source, target, third] = await Promise.all([addPerson(app), addPerson(app), addPerson(app)])
    expect(await refusalOf(await merging.merge(source, source))).toEqual([400, 'merge_with_self'])
    const unknown = { id: '00000000-0000-4000-8000-000000000000' }
    expect(await refusalOf(await merging.merge(unknown, target))).toEqual([404, 'user_not_found'])
    await merged(source, target)
    expect(await refusalOf(await merging.merge(source, third))).toEqual([409, 'person_merged'])
    expect(await refusalOf(await merging.merge(third, source))).toEqual([409, 'person_merged'])
  })

  test('two memberships, two of the staff, and an account that would be lost', async () => {
    const codes = async (source: { id: string }, target: { id: string }) => {
      expect(await refusalOf(await merging.merge(source, target))).toEqual([409, 'merge_obstructed'])
      return (await merging.preview(source, target)).obstacles.map(({ code }) => code)
    }
    const person = await addPerson(app)
    const [member, other] = await Promise.all([
      addPerson(app, { membership: 'active' }),
      addPerson(app, { membership: 'active' }),
    ])
    for (const status of ['trialing', 'active', 'past_due', 'unpaid'] as const) {
      await app.db.updateTable('subscriptions').set({ status }).where('user_id', '=', other.id).execute()
      expect(await codes(other, member), status).toEqual(['both_members'])
    }
    const coach = await addPerson(app, { role: 'coach' })
    expect(await codes(coach, admin)).toEqual(['both_staff'])
    expect(await codes(coach, person)).toEqual(['source_is_staff'])
    const kept = await app.db
      .insertInto('profiles')
      .values({ full_name: 'By Phone', added_by_staff: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await codes(person, kept)).toEqual(['source_signs_in'])
    expect((await merging.merge(kept, person)).status).toBe(201)
  })

  test('a card payment under way, until its hold is over', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    await app.db.updateTable('facility').set({ card_payment_for_cages: true }).execute()
    await openPayment(app, source.cookie, { bookingDetails: [slot()], totalAmount: 20 })
    expect((await merging.preview(source, target)).obstacles).toMatchObject([{ code: 'payment_under_way' }])
    expect(await refusalOf(await merging.merge(source, target))).toEqual([409, 'merge_obstructed'])
    // It is over a second ago, and no job has ended it yet.
    await app.db
      .updateTable('checkout_holds')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('user_id', '=', source.id)
      .execute()
    expect((await merging.preview(source, target)).obstacles).toEqual([])
    expect((await merging.merge(source, target)).status).toBe(201)
  })

  test('a place of both in one session, by name', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    const { sessions } = await addClass(app.db, 'Hitting 101', [tuesday(20)])
    for (const { id } of [source, target]) {
      await register(app.db, { class_instance_id: sessions[0] ?? '', user_id: id })
    }
    const { obstacles } = await merging.preview(source, target)
    expect(obstacles).toEqual([
      expect.objectContaining({ code: 'same_session', items: [expect.stringContaining('Hitting 101')] }),
    ])
    expect(await refusalOf(await merging.merge(source, target))).toEqual([409, 'merge_obstructed'])
  })
})

describe('at the same moment', () => {
  test('two admins merge in opposite directions: one is told that it is done', async () => {
    const [one, other] = await Promise.all([addPerson(app), addPerson(app)])
    const second = mergingOf(app, await addPerson(app, { role: 'admin' }))
    const answers = await Promise.all([merging.merge(one, other), second.merge(other, one)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const gone = await Promise.all([one, other].map(({ id }) => profileOf(id)))
    expect(gone.filter((profile) => profile?.merged_into !== null)).toHaveLength(1)
  })

  test('the source books while it is merged: every booking is the kept record’s', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    const answers = await Promise.all([
      book(source),
      book(source),
      merging.merge(source, target),
      book(source),
      book(source),
    ])
    const booked = answers.filter((answer, n) => n !== 2 && answer.status === 201).length
    expect(answers[2]?.status).toBe(201)
    expect(await rowsOf(source.id)).toEqual({})
    expect((await rowsOf(target.id))['bookings.user_id'] ?? 0).toBe(booked)
  })

  test.each(['a cage', 'a lesson'])(
    '%s that waits for the person holds nobody up: a merge gets on',
    async (what) => {
      const source = await addPerson(app)
      const coach = await addCoach(app.db)
      const booked = app.db.transaction().execute(async (tx) => {
        await takeLocks(tx, [personLock(source.id)])
        const answer =
          what === 'a cage'
            ? book(source)
            : postLesson(app, lesson(coach.id, tuesday(40), '17:00'), { cookie: source.cookie })
        await expect.poll(() => lockWaits(app.db)).toBe(1)
        // As `lockSides` does it; a booking that has locked who takes part would be in its way for good.
        const mine = sql`select from participants where user_id = ${source.id} for update nowait`
        expect((await mine.execute(tx)).rows).toHaveLength(1)
        return { answer }
      })
      expect((await (await booked).answer).status).toBe(201)
    },
  )

  test('a late row for the merged record is the kept record’s', async () => {
    const [source, target] = await Promise.all([addPerson(app), addPerson(app)])
    await merged(source, target)
    const late = group(cages[4] ?? '', tuesday(30), '16:00', '17:00')
    const row = await app.db
      .insertInto('bookings')
      .values({
        user_id: source.id,
        cage_id: late.cageId,
        start_time: late.startTime,
        end_time: late.endTime,
        total_cost: '30.00',
      })
      .returning(['user_id', 'participant_id'])
      .executeTakeFirstOrThrow()
    const self = await app.db
      .selectFrom('participants')
      .select('id')
      .where('user_id', '=', target.id)
      .executeTakeFirst()
    expect(row).toEqual({ user_id: target.id, participant_id: self?.id })
  })
})
