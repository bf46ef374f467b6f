/** Cash drawers: what they note, that they add up, and that what is closed stays as it was. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Closing, DrawerShift } from '../../../../shared/contract/payments/drawers.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { startStaffedFacility } from '../../bookings/staffTestKit.ts'

const { admin, app, book, customer, desk, freshDay } = await startStaffedFacility()
const second = await addPerson(app, { role: 'desk', name: 'Sam Second' })
afterAll(() => app.close())

const post = (path: string, json: object = {}, by: Person = desk, key: string = randomUUID()) =>
  app.request(path, { method: 'POST', json, cookie: by.cookie, headers: { 'idempotency-key': key } })
const open = (opening_float = 200, more: object = {}, by: Person = desk) =>
  post('/api/admin/drawers', { opening_float, ...more }, by)
const opened = (...asked: Parameters<typeof open>) => bodyOf<DrawerShift>(open(...asked))
interface Drawers {
  open: DrawerShift[]
  outside: { count: number; amount: number }
  names: { drawer: string; left: number }[]
}
const drawers = () => bodyOf<Drawers>(app.request('/api/admin/drawers', { cookie: desk.cookie }))
const theOpen = async () => (await drawers()).open[0] as DrawerShift
/** A booking of $30, paid at the desk; the payment's id. */
async function taken(method = 'cash', by: Person = desk, day = freshDay()) {
  const items = [{ kind: 'booking', id: await book(day) }]
  const answer = await bodyOf<{ payments: { payment_id: string }[] }>(
    post('/api/admin/desk-payments', { items, method }, by),
  )
  return answer.payments[0]?.payment_id ?? ''
}
const refund = (id: string, amount: number, by: Person = admin) =>
  post(
    `/api/admin/payments/${id}/refunds`,
    { way: 'desk', place: 'keep', amount, given: true, reason: 'Rain' },
    by,
  )
const piecesOf = (dollars: number) => ({ 100: Math.floor(dollars), 1: Math.round((dollars % 1) * 100) })
const close = (shift: DrawerShift, more: object = {}, by: Person = desk) =>
  post(
    `/api/admin/drawers/${shift.id}/close`,
    {
      ...{ counts: piecesOf(shift.expected), expected: shift.expected, left_in_drawer: 0 },
      ...more,
    },
    by,
  )
const closing = (id: string) =>
  bodyOf<Closing>(app.request(`/api/admin/closings/${id}`, { cookie: desk.cookie }))

beforeEach(async () => {
  for (const shift of (await drawers()).open) await bodyOf(close(shift))
})

describe('open-drawer', () => {
  test('opens one with its float, for the front desk and admins; get-drawers shows it', async () => {
    const coach = await addPerson(app, { role: 'coach' })
    for (const person of [coach, customer]) expect((await open(200, {}, person)).status).toBe(403)
    expect((await app.request('/api/admin/drawers')).status).toBe(401)
    const shift = await opened(200)
    expect(shift).toMatchObject({
      ...{ drawer: 'Front desk', opening_float: 200, expected: 200, number: null, closed_at: null },
      ...{ moves: [], keeper_id: desk.id },
    })
    expect((await drawers()).open).toEqual([shift])
  })

  test('refuses a second one of the name, and a second one of the person', async () => {
    await opened()
    expect(await refusalOf(await open(100, { drawer: 'FRONT DESK' }, second))).toEqual([
      409,
      'drawer_is_open',
    ])
    expect(await refusalOf(await open(100, { drawer: 'Back' }))).toEqual([409, 'keeps_a_drawer'])
  })

  test.each([
    { opening_float: -1 },
    { opening_float: 1.005 },
    { opening_float: '200' },
    { drawer: 'x'.repeat(51) },
  ])('refuses %j', async (wrong) => {
    expect(await refusalOf(await open(200, wrong))).toEqual([400, 'invalid_input'])
    expect((await drawers()).open).toEqual([])
  })

  test('says that a float is an amount', async () => {
    expect(await bodyOf(open(-1))).toMatchObject({
      details: [{ path: ['opening_float'], message: 'Enter an amount, like 24 or 24.50.' }],
    })
  })

  test('of two at the same moment one opens, in ten rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([open(1), open(2, {}, second), open(3, {}, admin)])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      await bodyOf(close(await theOpen()))
    }
  })
})

describe('an open drawer', () => {
  test('has what is taken, voided and given back, in cash and by the reader; only cash is expected in it', async () => {
    await opened(200)
    const cash = await taken()
    await taken('desk_card')
    const read = await taken('desk_card')
    await bodyOf(refund(cash, 10))
    await bodyOf(refund(read, 12.5))
    const mistaken = await taken()
    await bodyOf(post(`/api/admin/payments/${mistaken}/void`, { reason: 'Wrong person' }, admin))
    const shift = await theOpen()
    expect(shift.expected).toBe(220)
    expect(shift.moves).toEqual([
      { method: 'cash', kind: 'payment', count: 2, amount: 60 },
      { method: 'cash', kind: 'refund', count: 1, amount: -10 },
      { method: 'cash', kind: 'void', count: 1, amount: -30 },
      { method: 'desk_card', kind: 'payment', count: 2, amount: 60 },
      { method: 'desk_card', kind: 'refund', count: 1, amount: -12.5 },
    ])
    expect(shift.people.map(({ count, amount }) => [count, amount]).sort()).toEqual([
      [3, -52.5],
      [4, 120],
    ])
  })

  test('takes what is paid in and gives what is paid out, with the reason (move-drawer-cash)', async () => {
    const { id } = await opened(50)
    const move = (json: object) => post(`/api/admin/drawers/${id}/moves`, json)
    expect(await bodyOf(move({ kind: 'paid_in', amount: 40, reason: 'Change from the bank' }))).toMatchObject(
      {
        expected: 90,
      },
    )
    expect(await bodyOf(move({ kind: 'paid_out', amount: 12.99, reason: 'Pizza' }))).toMatchObject({
      expected: 77.01,
    })
    for (const wrong of [{ amount: 0 }, { amount: -5 }, { reason: ' ' }, { kind: 'payment' }])
      expect(await refusalOf(await move({ kind: 'paid_in', amount: 1, reason: 'x', ...wrong }))).toEqual([
        400,
        'invalid_input',
      ])
    const unknown = post(`/api/admin/drawers/${randomUUID()}/moves`, {
      kind: 'paid_in',
      amount: 1,
      reason: 'x',
    })
    expect(await refusalOf(await unknown)).toEqual([404, 'drawer_not_found'])
  })

  test('beside another has the money of the person who keeps it; keep-drawer takes it over', async () => {
    const before = (await drawers()).outside
    const front = await opened(100, { drawer: 'Front' })
    const back = await opened(100, { drawer: 'Back' }, second)
    await taken()
    await taken('cash', second)
    await taken('cash', second)
    // Nobody keeps a drawer for the admin: it is in none.
    await taken('cash', admin)
    const state = await drawers()
    expect(state.open.map(({ drawer, expected }) => [drawer, expected])).toEqual([
      ['Front', 130],
      ['Back', 160],
    ])
    expect(state.outside).toEqual({ count: before.count + 1, amount: before.amount + 30 })
    expect(await refusalOf(await post(`/api/admin/drawers/${back.id}/keeper`))).toEqual([
      409,
      'keeps_a_drawer',
    ])
    await bodyOf(post(`/api/admin/drawers/${front.id}/keeper`, {}, admin))
    await taken('cash', admin)
    expect((await drawers()).open[0]).toMatchObject({ expected: 160, keeper_id: admin.id })
  })

  test('counts in what was taken while none was open, once (count-in-outside)', async () => {
    await taken()
    const { id } = await opened(100)
    const { count, amount } = (await drawers()).outside
    expect(amount).toBe(30 * count)
    const expected = 100 + amount
    expect(await bodyOf(post(`/api/admin/drawers/${id}/outside`))).toMatchObject({ expected })
    expect(await bodyOf(post(`/api/admin/drawers/${id}/outside`))).toMatchObject({ expected })
    expect((await drawers()).outside).toEqual({ count: 0, amount: 0 })
  })
})

describe('close-drawer', () => {
  test('numbers the closing and keeps what was counted; list-closings and get-closing report it', async () => {
    await opened(200)
    await taken()
    const shift = await theOpen()
    const closed = await bodyOf<DrawerShift>(
      close(shift, { counts: { 10000: 2, 2000: 1, 500: 2 }, left_in_drawer: 150, reader_total: 0 }),
    )
    expect(closed).toMatchObject({
      ...{ expected: 230, counted: 230, left_in_drawer: 150, difference_reason: null },
      counts: { 10000: 2, 2000: 1, 500: 2 },
    })
    const report = await closing(shift.id)
    expect(report.entries).toMatchObject([
      { kind: 'payment', method: 'cash', amount: 30, customer_name: 'Pat Parent' },
    ])
    const list = app.request('/api/admin/closings?page_size=1', { cookie: desk.cookie })
    expect(await bodyOf(list)).toMatchObject({ items: [{ id: shift.id, number: closed.number }] })
    expect((await drawers()).names[0]).toEqual({ drawer: 'Front desk', left: 150 })
    const bad = app.request('/api/admin/closings?cursor=x', { cookie: desk.cookie })
    expect(await refusalOf(await bad)).toEqual([400, 'cursor_invalid'])
    const none = app.request(`/api/admin/closings/${randomUUID()}`, { cookie: desk.cookie })
    expect(await refusalOf(await none)).toEqual([404, 'drawer_not_found'])
  })

  test('needs a reason where the drawer does not agree, and no more left in it than was counted', async () => {
    await opened(200)
    const shift = await theOpen()
    const short = { counts: piecesOf(185) }
    expect(await refusalOf(await close(shift, short))).toEqual([409, 'difference_unexplained'])
    expect(await refusalOf(await close(shift, { left_in_drawer: 200.01 }))).toEqual([
      409,
      'left_more_than_counted',
    ])
    for (const wrong of [{ 300: 1 }, { 100: -1 }, { 100: 0.5 }])
      expect(await refusalOf(await close(shift, { counts: wrong }))).toEqual([400, 'invalid_input'])
    const note = { difference_reason: 'wrong_change', difference_note: 'Gave change for a fifty' }
    expect(await bodyOf(close(shift, { ...short, ...note }))).toMatchObject({ counted: 185, ...note })
  })

  test('is refused where money came in while it was counted, and once it is closed', async () => {
    const before = await opened(200)
    await taken()
    const refused = await close(before)
    expect([refused.status, await bodyOf(refused)]).toMatchObject([
      409,
      { code: 'drawer_changed', details: { expected: 230 } },
    ])
    const shift = await theOpen()
    await bodyOf(close(shift))
    expect(await refusalOf(await close(shift))).toEqual([409, 'drawer_closed'])
    const late = post(`/api/admin/drawers/${shift.id}/moves`, { kind: 'paid_out', amount: 1, reason: 'Late' })
    expect(await refusalOf(await late)).toEqual([409, 'drawer_closed'])
  })

  test('what comes later, or is taken back later, belongs to the next drawer and names the old payment', async () => {
    await opened(200)
    const payment = await taken()
    const shift = await theOpen()
    await bodyOf(close(shift))
    const report = await closing(shift.id)
    await opened(100)
    await bodyOf(post(`/api/admin/payments/${payment}/void`, { reason: 'Paid twice' }, admin))
    expect(await closing(shift.id)).toEqual(report)
    const next = await theOpen()
    expect(next).toMatchObject({ expected: 70, moves: [{ kind: 'void', amount: -30 }] })
    await bodyOf(close(next))
    const { entries } = await closing(next.id)
    expect(entries).toMatchObject([{ payment_id: payment, text: expect.stringContaining('Paid twice') }])
  })

  test('a closed drawer and its entries cannot be changed or deleted, whatever code tries', async () => {
    await opened(200)
    await taken()
    const shift = await theOpen()
    await bodyOf(close(shift))
    for (const statement of [
      sql`update drawer_shifts set opening_float = 1 where id = ${shift.id}`,
      sql`update drawer_shifts set closed_at = null where id = ${shift.id}`,
      sql`delete from drawer_shifts where id = ${shift.id}`,
      sql`update drawer_moves set amount = 1 where shift_id = ${shift.id}`,
      sql`update drawer_moves set shift_id = null where shift_id = ${shift.id}`,
      sql`delete from drawer_moves where shift_id = ${shift.id}`,
      sql`insert into drawer_moves (shift_id, kind, method, amount, reason) values (${shift.id}, 'paid_in', 'cash', 1, 'x')`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/kept as it is|stays as it was|is closed/)
  })

  test('a key repeated closes once', async () => {
    await opened(10)
    const shift = await theOpen()
    const key = randomUUID()
    const json = { counts: piecesOf(10), expected: 10, left_in_drawer: 10 }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(`/api/admin/drawers/${shift.id}/close`, json, desk, key)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('at once', () => {
  test('money that is taken while a drawer closes is in it or in none, to the cent, in twelve rounds', async () => {
    for (let round = 0; round < 12; round += 1) {
      await opened(100)
      await taken()
      const shift = await theOpen()
      const before = (await drawers()).outside
      const days = [freshDay(), freshDay(), freshDay()]
      const [answer] = await Promise.all([
        close(shift),
        ...days.map((day) => taken('cash', desk, day)),
        taken('cash', second),
      ])
      const state = await drawers()
      const inside = await sql<{ sum: number }>`
        select coalesce(sum(amount), 0)::float8 as sum from drawer_moves where shift_id = ${shift.id}`.execute(
        app.db,
      )
      const last = answer.status === 200 ? await closing(shift.id) : await theOpen()
      expect(last.expected).toBe(100 + (inside.rows[0]?.sum ?? 0))
      if (answer.status === 200) {
        expect(last.expected).toBe(shift.expected)
        expect(state.outside).toEqual({ count: before.count + 4, amount: before.amount + 120 })
      } else {
        expect(await bodyOf(answer)).toMatchObject({ code: 'drawer_changed' })
        await bodyOf(close(await theOpen()))
      }
    }
  })

  test('closings have numbers without gaps, also where some fail', async () => {
    const staff = await Promise.all(Array.from({ length: 6 }, () => addPerson(app, { role: 'desk' })))
    const shifts = await Promise.all(
      staff.map((person, at) => opened(10, { drawer: `Drawer ${at}` }, person)),
    )
    const attempts = shifts.flatMap((shift) => [
      close(shift, { counts: {} }),
      close(shift),
      sql`begin; update drawer_shifts set closed_at = now() where id = '00000000-0000-4000-8000-000000000000'; rollback`
        .execute(app.db)
        .catch(() => undefined),
      close(shift),
    ])
    await Promise.all(attempts)
    const { rows } = await sql<{ number: number }>`
      select number from drawer_shifts where number is not null order by number`.execute(app.db)
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
    expect((await drawers()).open).toEqual([])
  })
})
