import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockWaits } from '../../test/lockWaits.ts'
import { startTestApp } from '../../test/testApp.ts'
import { createRateLimits } from './rateLimits.ts'

test('attempts are given back and forgotten without holding one count while waiting for another', async () => {
  const app = await startTestApp()
  const limits = createRateLimits(app.context.db, app.context.clock)
  const limit = (name: string) => ({ name, subject: 'someone', most: 5, seconds: 60 })
  const both = [limit('one'), limit('two')]
  const lock = (name: string) => sql`select from auth_rate_limits where key like ${`${name}:%`} for update`
  for (const act of [limits.restore, limits.forget]) {
    for (const [first, second] of [
      ['one', 'two'],
      ['two', 'one'],
    ] as const) {
      await limits.take(...both)
      const acted = await app.db.transaction().execute(async (tx) => {
        await lock(first).execute(tx)
        const acting = act(...both)
        await expect.poll(() => lockWaits(app.db)).toBe(1)
        await lock(second).execute(tx)
        return [acting]
      })
      await Promise.all(acted)
    }
  }
  expect(await app.db.selectFrom('auth_rate_limits').select('key').execute()).toEqual([])
  await app.close()
})
