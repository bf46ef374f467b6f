// @module-tag slow

import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPool } from '../database.ts'
import { addNamed, type ChainFixture, keysOf, openChain } from './chainTestKit.ts'
import { NO_MAC, SEAL_COLUMNS, type Seal, sealMac } from './leaf.ts'
import { DamagedChain, seal } from './seal.ts'
import { verifyAudit } from './verify.ts'

let chain: ChainFixture
beforeEach(async () => {
  chain = await openChain()
})
afterEach(() => chain.close())

const whole = (sealed: number, unsealed = 0) => ({ sealed, unsealed, problems: [] })

test('entries are sealed once they are committed, in one chain', async () => {
  expect(await chain.seal()).toMatchObject({ entries: 0 })
  await chain.write()
  await chain.write()
  expect(await chain.verify()).toMatchObject(whole(0, 2))
  expect(await chain.seal()).toMatchObject({ entries: 2, more: false, head: { last_seq: '2' } })
  await chain.write()
  expect(await chain.verify()).toMatchObject(whole(2, 1))
  await chain.seal()
  expect(await chain.seal()).toMatchObject({ entries: 0, head: { last_seq: '3' } })
  expect(await chain.verify()).toMatchObject(whole(3))
})

test('a transaction that commits two seals later is sealed whole, and one that is rolled back is not', async () => {
  const [late, gone] = [await chain.connect(), await chain.connect()]
  await late.query('begin')
  await chain.write(late)
  await gone.query('begin')
  await chain.write(gone)
  await chain.write()
  expect(await chain.seal()).toMatchObject({ entries: 1 })
  await chain.write(late)
  await chain.write()
  expect(await chain.seal()).toMatchObject({ entries: 1 })
  await late.query('commit')
  await gone.query('rollback')
  expect(await chain.verify()).toMatchObject(whole(2, 2))
  expect(await chain.seal()).toMatchObject({ entries: 2 })
  expect(await chain.verify()).toMatchObject(whole(4))
})

async function dateBack(id: string, by: string): Promise<void> {
  await chain.disarm()
  await chain.owner.query(
    `update audit_log set created_at = created_at - $2::interval where record_id = $1`,
    [id, by],
  )
}

test('a forged entry that is dated back is found, before it is sealed and after', async () => {
  await chain.write()
  await chain.seal()
  await dateBack(await chain.write(), '2 minutes')
  expect((await chain.verify()).problems).toMatchObject([{ kind: 'inserted', seq: null }])
  await chain.write()
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ sealed: 1, problems: [{ kind: 'inserted', seq: '2' }] })
})

test('an entry of a transaction that was open in an earlier seal may be as old as that, and no older', async () => {
  await chain.write()
  const [first, second] = [await chain.connect(), await chain.connect()]
  await first.query('begin')
  const old = await chain.write(first)
  await chain.seal()
  await second.query('begin')
  const young = await chain.write(second)
  await chain.write()
  await chain.seal()
  await chain.write()
  await chain.seal()
  await Promise.all([first.query('commit'), second.query('commit')])
  // It may have been open for days before the log was sealed for the first time.
  await dateBack(old, '3 days')
  expect((await chain.verify()).problems).toEqual([])
  await dateBack(young, '2 minutes')
  expect((await chain.verify()).problems).toMatchObject([{ kind: 'inserted', entry: { record_id: young } }])
  await dateBack(young, '-2 minutes')
  await chain.seal()
  expect(await chain.verify()).toMatchObject(whole(5))
})

test('what a savepoint took back is not sealed, and the rest of its transaction is', async () => {
  const { app } = chain
  await app.query('begin')
  await chain.write()
  await app.query('savepoint one')
  await chain.write()
  await app.query('rollback to savepoint one')
  await app.query('savepoint two')
  await chain.write()
  await app.query('release savepoint two')
  await chain.seal()
  await app.query('commit')
  expect(await chain.seal()).toMatchObject({ entries: 2 })
  expect(await chain.verify()).toMatchObject(whole(2))
})

test('of two sealers one seals and the other leaves it', async () => {
  const other = await chain.connect('sealer')
  const blocker = await chain.connect('owner')
  await chain.write()
  await blocker.query('begin; lock table audit_seals in share mode')
  const sealing = chain.seal()
  await expect.poll(() => waitsForLock(chain)).toBe(true)
  expect(await seal(other, { keys: chain.keys })).toBeNull()
  await blocker.query('commit')
  expect(await sealing).toMatchObject({ entries: 1 })
  expect(await seal(other, { keys: chain.keys })).toMatchObject({ entries: 0, head: { last_seq: '1' } })
})

test('a sealer that is killed leaves nothing, and the next one seals all', async () => {
  const doomed = await chain.connect('sealer')
  const blocker = await chain.connect('owner')
  await chain.write()
  await blocker.query('begin; lock table audit_seals in share mode')
  const sealing = seal(doomed, { keys: chain.keys }).catch((error: Error) => error)
  await expect.poll(() => waitsForLock(chain)).toBe(true)
  await chain.owner.query(
    `select pg_terminate_backend(pid) from pg_locks where relation = 'audit_seals'::regclass and not granted`,
  )
  expect(await sealing).toBeInstanceOf(Error)
  await blocker.query('commit')
  await chain.write()
  await expect.poll(async () => (await chain.seal())?.entries).toBe(2)
  expect(await chain.verify()).toMatchObject(whole(2))
})

const waitsForLock = async ({ owner }: ChainFixture): Promise<boolean> =>
  ((await owner.query(`select from pg_locks where relation = 'audit_seals'::regclass and not granted`))
    .rowCount ?? 0) > 0

test('entries from before the first seal, and many at once, are sealed in portions', async () => {
  await chain.owner.query('alter table audit_log alter column xid set default null')
  for (let count = 0; count < 5; count += 1) await chain.write()
  await chain.owner.query('alter table audit_log alter column xid set default pg_current_xact_id()')
  await chain.write()
  expect(await chain.seal({ mostEntries: 4 })).toMatchObject({
    entries: 4,
    more: true,
    head: { snapshot: null },
  })
  await chain.write()
  expect(await chain.seal({ mostEntries: 4 })).toMatchObject({ entries: 3, more: false })
  for (let count = 0; count < 5; count += 1) await chain.write()
  expect(await chain.seal({ mostEntries: 4 })).toMatchObject({ entries: 4, more: true })
  expect(await chain.verify()).toMatchObject(whole(11, 1))
  expect(await chain.seal({ mostEntries: 4 })).toMatchObject({ entries: 1, more: false })
  expect(await chain.verify()).toMatchObject(whole(12))
})

test('200 writers at the same moment keep one chain, while it is sealed', async () => {
  const pool = createPool(chain.addresses.url, 200)
  // Opened one after the other: a slow machine needs longer for 200 at once than a connection may take.
  const clients: PoolClient[] = []
  while (clients.length < 200) clients.push(await pool.connect())
  let writing = true
  const sealing = (async () => {
    while (writing) {
      await chain.seal()
      await delay(1)
    }
  })()
  const writers = clients.map(async (client) => {
    for (let count = 0; count < 3; count += 1) await chain.write(client)
    client.release()
  })
  await Promise.all(writers).finally(() => {
    writing = false
    return sealing
  })
  await pool.end()
  await chain.seal()
  expect(await chain.verify()).toMatchObject(whole(600))
})

test('a deleted person is forgotten in entries that are sealed, and the chain stays whole', async () => {
  const id = await addNamed(chain.app, 'Zebulon')
  const other = await addNamed(chain.app, 'Yolanda')
  await chain.app.query(`update profiles set full_name = 'Zebulon Unmistakable' where id = $1`, [id])
  await chain.seal()
  await chain.app.query('delete from profiles where id = $1', [id])
  const { rows } = await chain.owner.query(
    `select count(*)::int as named from audit_log where audit_log::text ~ 'Zebulon|${id}@'`,
  )
  expect(rows).toEqual([{ named: 0 }])
  const report = await chain.verify()
  expect(report.problems).toEqual([])
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ unsealed: 0, problems: [] })
  const forgets = await chain.owner.query(
    `select record_id from audit_log where action = 'FORGET' and table_name = 'profiles'`,
  )
  expect(forgets.rows).toEqual([{ record_id: id }])
  const kept = await chain.owner.query(
    `select new_values ->> 'full_name' as name, client_info from audit_log where table_name = 'profiles' and record_id = $1`,
    [other],
  )
  expect(kept.rows).toEqual([{ name: 'Yolanda', client_info: 'Firefox of Yolanda' }])
})

test('a person who is forgotten before the sealing is sealed without the values', async () => {
  await chain.seal()
  const id = await addNamed(chain.app, 'Zebulon')
  await chain.app.query('delete from profiles where id = $1', [id])
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ unsealed: 0, problems: [] })
  const { rows } = await chain.owner.query(`select from audit_log where audit_log::text ~ 'Zebulon'`)
  expect(rows).toEqual([])
})

test('who is forgotten while entries are sealed waits for the seal', async () => {
  const id = await addNamed(chain.app, 'Zebulon')
  const blocker = await chain.connect('owner')
  await blocker.query('begin; lock table audit_seals in share mode')
  const sealing = chain.seal()
  await expect.poll(() => waitsForLock(chain)).toBe(true)
  let deleted = false
  const deleting = chain.app.query('delete from profiles where id = $1', [id]).then(() => {
    deleted = true
  })
  await expect
    .poll(
      async () =>
        (
          await chain.owner.query(`select from pg_locks where relation = 'audit_sealing'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`)
        ).rowCount,
    )
    .toBe(1)
  expect(deleted).toBe(false)
  await blocker.query('commit')
  await Promise.all([sealing, deleting])
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ unsealed: 0, problems: [] })
})

test('personal values that went without an entry that says so are found', async () => {
  const id = await addNamed(chain.app, 'Zebulon')
  await chain.seal()
  await chain.disarm()
  await chain.owner.query(
    'update audit_chain set salt = null where entry_id in (select id from audit_log where record_id = $1)',
    [id],
  )
  await chain.owner.query(
    `update audit_log set new_values = audit_forgotten(new_values, audit_personal_columns(table_name)) where record_id = $1`,
    [id],
  )
  const { problems } = await chain.verify()
  expect(problems[0]?.what).toContain('no entry says that they were forgotten')
})

test('with a new key the chain goes on, and the old key still opens what it sealed', async () => {
  await chain.write()
  await chain.seal()
  const rotated = keysOf('a-new-key-that-only-tests-know-and-use', 'a-key-that-only-tests-know-and-seal-with')
  await chain.write()
  await expect(chain.seal({ keys: keysOf('a-new-key-that-only-tests-know-and-use') })).rejects.toThrow(
    'AUDIT_OLD_KEYS',
  )
  await chain.seal({ keys: rotated })
  expect(await chain.verify({ keys: rotated })).toMatchObject(whole(2))
  const { problems } = await chain.verify({ keys: keysOf('a-new-key-that-only-tests-know-and-use') })
  expect(problems).toMatchObject([{ kind: 'unknown_key' }])
})

test('an anchor tells a log that was cut back, or rewritten', async () => {
  await chain.write()
  await chain.seal()
  await chain.write()
  const head = (await chain.seal())?.head
  const anchor = { no: head?.no ?? '', mac: head?.mac.toString('hex') ?? '' }
  expect(await chain.verify({ anchor })).toMatchObject(whole(2))
  expect((await chain.verify({ anchor: { ...anchor, mac: 'ab'.repeat(32) } })).problems).toMatchObject([
    { kind: 'cut_back' },
  ])
  await chain.disarm()
  await chain.owner.query(
    `delete from audit_seals where no = 2; delete from audit_log where id = (select entry_id from audit_chain where seq = 2);
     delete from audit_chain where seq = 2`,
  )
  // Without the anchor nobody can tell; docs/security.md says so.
  expect(await chain.verify()).toMatchObject(whole(1))
  expect((await chain.verify({ anchor })).problems).toMatchObject([{ kind: 'cut_back' }])
  await expect(chain.seal({ seen: head ?? null })).rejects.toThrow('is gone')
})

test('after a restore on another server the chain is verified, and then goes on', async () => {
  await chain.write()
  await chain.write()
  await chain.seal()
  await chain.disarm()
  await pretendOtherServer()
  await chain.write()
  expect(await chain.verify()).toMatchObject(whole(2, 1))
  const verify = async () => {
    const { problems } = await verifyAudit(chain.sealer, { keys: chain.keys, inTransaction: true })
    if (problems.length > 0) throw new DamagedChain('not whole')
  }
  expect(await chain.seal({ verify })).toMatchObject({ entries: 1 })
  await chain.write()
  expect(await chain.seal({ verify })).toMatchObject({ entries: 1 })
  expect(await chain.verify()).toMatchObject(whole(4))
})

test('a restored log that was changed is not sealed further', async () => {
  await chain.write()
  await chain.write()
  await chain.seal()
  await chain.disarm()
  await pretendOtherServer()
  await chain.owner.query(
    `update audit_log set description = 'forged' where id = (select entry_id from audit_chain where seq = 1)`,
  )
  await chain.write()
  const verify = async () => {
    const { problems } = await verifyAudit(chain.sealer, { keys: chain.keys, inTransaction: true })
    if (problems.length > 0) throw new DamagedChain('not whole')
  }
  await expect(chain.seal({ verify })).rejects.toThrow(DamagedChain)
  expect(await chain.verify()).toMatchObject({ problems: [{ kind: 'changed', seq: '1' }] })
})

/** As if the only seal were made on another server, whose transactions had much higher numbers. */
async function pretendOtherServer(): Promise<void> {
  const { rows } = await chain.owner.query<Seal & { head: Buffer }>(
    `select ${SEAL_COLUMNS}, (select link.mac from audit_chain link where link.seq = last_seq) as head from audit_seals`,
  )
  const [seal] = rows
  if (!seal) throw new Error('no seal')
  const moved = { ...seal, cluster: 'elsewhere', snapshot: '900000:900000:' }
  const mac = sealMac(chain.keys.current, NO_MAC, seal.head, moved)
  await chain.owner.query('update audit_seals set cluster = $1, snapshot = $2, mac = $3', [
    moved.cluster,
    moved.snapshot,
    mac,
  ])
}

test('a chain whose end was changed is not continued', async () => {
  await chain.write()
  await chain.seal()
  await chain.disarm()
  await chain.owner.query(`update audit_chain set mac = sha256('forged')`)
  await chain.write()
  await expect(chain.seal()).rejects.toThrow(DamagedChain)
  expect(await chain.verify()).toMatchObject({ sealed: 0, problems: [{ kind: 'changed' }] })
})
