// @module-tag slow

import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNamed, type ChainFixture, openChain } from './chainTestKit.ts'
import { verifyAudit } from './verify.ts'

// What someone who has the whole database, but not the key, may try. Each attempt is rolled back.

/** Twice each column, at random places, and 26 times each of the other ways. */
const ATTEMPTS = 416
const SEALS = 8
const WRITES_PER_SEAL = 4

let chain: ChainFixture
let anchor: { no: string; mac: string }
let entries: number
beforeAll(async () => {
  chain = await openChain()
  const people: string[] = []
  for (let seal = 0; seal < SEALS; seal += 1) {
    for (let write = 0; write < WRITES_PER_SEAL; write += 1) await chain.write()
    people.push(await addNamed(chain.app, `Person ${seal}`))
    if (seal === SEALS / 2) await chain.app.query('delete from profiles where id = $1', [people[0]])
    const head = (await chain.seal())?.head
    anchor = { no: head?.no ?? '', mac: head?.mac.toString('hex') ?? '' }
  }
  entries = (await chain.verify()).sealed
  await chain.disarm()
})
afterAll(() => chain.close())

/** The same attempts in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const FORGED = `'forged ' || random()`
const columns: readonly [string, string][] = [
  ['created_at', `created_at + interval '1 microsecond'`],
  ['action', `case action when 'UPDATE' then 'DELETE' else 'UPDATE' end`],
  ['table_name', FORGED],
  ['record_id', FORGED],
  ['user_id', 'gen_random_uuid()'],
  ['description', FORGED],
  ['old_values', `coalesce(old_values, '{}') || '{"status": "paid"}'`],
  ['new_values', `coalesce(new_values, '{}') || '{"status": "paid"}'`],
  ['new_values', `coalesce(new_values, '{}') || '{"full_name": "Forged"}'`],
  ['client_info', FORGED],
  ['staff_change_id', 'gen_random_uuid()'],
  ['xid', `'3'::xid8`],
  ['id', 'gen_random_uuid()'],
]

const entryAt = (seq: number) => `(select entry_id from audit_chain where seq = ${seq})`

/** An attempt: its statements, and the place of the first entry that is then wrong; null where it is not in the chain. */
interface Attempt {
  readonly what: string
  readonly sql: string
  readonly seq: number | null
}

function attempt(number: number, random: (below: number) => number): Attempt {
  const seq = 1 + random(entries)
  const other = 1 + random(entries)
  const [first, second] = [Math.min(seq, other), Math.max(seq, other)]
  const [column, value] = columns[number % columns.length] ?? ['id', 'id']
  const no = 1 + random(SEALS)
  const inserted = `insert into audit_log (id, action, table_name, record_id, xid, created_at)
    select gen_random_uuid(), 'UPDATE', 'bookings', gen_random_uuid(), xid, created_at from audit_log where id = ${entryAt(seq)}`
  const attempts: Attempt[] = [
    {
      what: `change of ${column}`,
      sql: `update audit_log set ${column} = ${value} where id = ${entryAt(seq)}`,
      seq,
    },
    { what: 'deletion', sql: `delete from audit_log where id = ${entryAt(seq)}`, seq },
    {
      what: 'deletion with its link',
      sql: `delete from audit_log where id = ${entryAt(seq)}; delete from audit_chain where seq = ${seq}`,
      seq,
    },
    {
      what: 'deletion with its link, and the rest moved up',
      sql: `delete from audit_log where id = ${entryAt(seq)}; delete from audit_chain where seq = ${seq};
        update audit_chain set seq = -seq where seq > ${seq}; update audit_chain set seq = -seq - 1 where seq < 0;
        update audit_seals set last_seq = last_seq - 1 where last_seq >= ${seq}`,
      seq: null,
    },
    { what: 'insertion into an old transaction', sql: inserted, seq: null },
    {
      what: 'insertion dated back',
      sql: `insert into audit_log (action, table_name, record_id, created_at)
        select 'UPDATE', 'bookings', gen_random_uuid(), created_at - interval '2 minutes' from audit_log where id = ${entryAt(seq)}`,
      seq: null,
    },
    {
      what: 'insertion into the chain',
      sql: `${inserted}; update audit_chain set seq = -seq where seq >= ${seq}; update audit_chain set seq = -seq + 1 where seq < 0;
        insert into audit_chain (seq, entry_id, mac) select ${seq}, id, sha256('forged') from audit_log
          where not exists (select from audit_chain where entry_id = audit_log.id);
        update audit_seals set last_seq = last_seq + 1 where last_seq >= ${seq}`,
      seq,
    },
    {
      what: 'two entries that change places',
      sql: `update audit_chain set seq = -1 where seq = ${first}; update audit_chain set seq = ${first} where seq = ${second};
        update audit_chain set seq = ${second} where seq = -1`,
      seq: first,
    },
    {
      what: 'two entries that change their ids',
      sql: `create temp table pair on commit drop as select ${entryAt(first)} as one, ${entryAt(second)} as two;
        update audit_chain set entry_id = gen_random_uuid() where seq = ${first};
        update audit_chain set entry_id = (select one from pair) where seq = ${second};
        update audit_chain set entry_id = (select two from pair) where seq = ${first}`,
      seq: first,
    },
    { what: 'change of a MAC', sql: `update audit_chain set mac = sha256(mac) where seq = ${seq}`, seq },
    { what: 'change of a seal', sql: `update audit_seals set mac = sha256(mac) where no = ${no}`, seq: null },
    {
      what: 'change of a seal’s time',
      sql: `update audit_seals set sealed_at = sealed_at - interval '1 day' where no = ${no}`,
      seq: null,
    },
    { what: 'deletion of a seal', sql: `delete from audit_seals where no = ${no}`, seq: null },
    {
      what: 'end cut off, with an anchor',
      sql: `delete from audit_seals where no >= ${no};
        delete from audit_log where id in (select entry_id from audit_chain where seq > coalesce((select max(last_seq) from audit_seals), 0));
        delete from audit_chain where seq > coalesce((select max(last_seq) from audit_seals), 0)`,
      seq: null,
    },
    {
      what: 'loss of personal values',
      sql: `update audit_log set client_info = null where id = (
          select entry_id from audit_chain where client_salt is not null order by seq offset ${random(8)} limit 1)`,
      seq: null,
    },
    {
      what: 'loss of a salt',
      sql: `update audit_chain set salt = null, client_salt = null where seq = (
          select seq from audit_chain where salt is not null order by seq offset ${random(8)} limit 1)`,
      seq: null,
    },
  ]
  return attempts[number % attempts.length] ?? attempt(number + 1, random)
}

/** Swapping an entry with itself changes nothing. */
const changesNothing = ({ what, sql }: Attempt): boolean =>
  what.startsWith('two entries') && new Set(sql.match(/seq = \d+/g)).size < 2

test('four hundred tamperings at random places are all found, and the first bad entry is named', {
  timeout: 180_000,
}, async () => {
  const random = randomNumbers(14)
  const missed: string[] = []
  const misnamed: string[] = []
  let made = 0
  while (made < ATTEMPTS) {
    const tried = attempt(made, random)
    if (changesNothing(tried)) continue
    made += 1
    await chain.owner.query('begin isolation level repeatable read')
    await chain.owner.query(tried.sql)
    const { problems } = await verifyAudit(chain.owner, { keys: chain.keys, anchor, inTransaction: true })
    await chain.owner.query('rollback')
    const [found] = problems
    if (!found) missed.push(tried.what)
    else if (tried.seq !== null && found.seq !== String(tried.seq))
      misnamed.push(`${tried.what} at ${tried.seq}: ${found.seq}`)
  }
  expect({ missed, misnamed }).toEqual({ missed: [], misnamed: [] })
  expect((await chain.verify({ anchor })).problems).toEqual([])
})

test('what docs/security.md says cannot be found is not found: an entry that is added now, before the next seal', async () => {
  await chain.owner.query(
    `insert into audit_log (action, table_name, record_id) values ('UPDATE', 'bookings', 'forged')`,
  )
  const report = await chain.verify({ anchor })
  await chain.owner.query(`delete from audit_log where record_id = 'forged'`)
  expect(report).toMatchObject({ unsealed: 1, problems: [] })
})
