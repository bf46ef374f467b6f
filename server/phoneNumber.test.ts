import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readPhone } from './phoneNumber.ts'
import { addPerson } from './test/factories.ts'
import { startTestApp } from './test/testApp.ts'

test.each([
  ['4095550123', '(409) 555-0123'],
  ['409.555.0123', '(409) 555-0123'],
  ['+1 409 555 0123', '(409) 555-0123'],
  ['1-409-555-0123', '(409) 555-0123'],
  ['(409) 555-0123 ext 5', '(409) 555-0123 ext. 5'],
  ['+44 (0)20 7946 0958', '+44 20 7946 0958'],
  ['+4930901820', '+49 30 901820'],
])('%s is kept as %s', (typed, kept) => {
  expect(readPhone(typed)).toBe(kept)
  expect(readPhone(kept)).toBe(kept)
})

test.each([
  '0',
  '12',
  'abc',
  '911',
  '555-0123',
  '409 555 01234',
  '000 000 0000',
  '123 456 7890',
  '+999 123 4567',
  'call 409 555 0123',
  '409 555 0123 or 409 555 0124',
])('%s is no phone number', (typed) => {
  expect(readPhone(typed)).toBeNull()
})

test('stored numbers are rewritten, and those that cannot be parsed stay', async () => {
  const app = await startTestApp()
  const kept = ['409.555.0101', '+1 (409)555-0102', '(409) 555-0103', '12', '+44 20 7946 0958', null]
  const people = await Promise.all(kept.map(() => addPerson(app)))
  for (const [index, { id }] of people.entries()) {
    await app.db
      .updateTable('profiles')
      .set({ phone_number: kept[index] ?? null })
      .where('id', '=', id)
      .execute()
  }
  const migration = new URL('db/migrations/127_phone_format.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(app.db)
  const rows = await app.db.selectFrom('profiles').select(['id', 'phone_number']).execute()
  const after = people.map(({ id }) => rows.find((row) => row.id === id)?.phone_number)
  await app.close()
  expect(after).toEqual([
    '(409) 555-0101',
    '(409) 555-0102',
    '(409) 555-0103',
    '12',
    '+44 20 7946 0958',
    null,
  ])
})
