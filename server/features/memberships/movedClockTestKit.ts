import { sql } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import { createStripeSandbox } from '../../../sandbox/sandbox.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp } from '../../test/testApp.ts'
import { WEBHOOK_PATH } from '../payments/provider/webhook.ts'
import { reconcileSubscriptions } from './reconcile.ts'

export const DAY = 24 * 60

/** An app and its payment provider with one clock, which the tests move by days. */
export async function startWithMovedClock(start: string) {
  const clock = standingClock(start)
  const app = await startTestApp({ clock })
  await app.db.updateTable('facility').set({ founders_cap: 1_000 }).execute()
  const { payments, config } = app.context
  if (!payments.stripe) throw new Error('the sandbox does not run')
  const sandbox = createStripeSandbox({
    db: app.context.db,
    clock,
    log: pino({ level: 'silent' }),
    secretKey: config.secrets.auth,
    publishableKey: payments.publishableKey ?? '',
    webhookSecret: payments.webhookSecret,
    publicBase: () => app.url,
    deliver: { url: () => app.url + WEBHOOK_PATH },
  })
  return {
    app,
    clock,
    sandbox,
    stripe: payments.stripe,
    /** Days go by, at the provider too, and the jobs run. */
    async pass(days: number) {
      clock.advance(days * DAY)
      await sandbox.work(clock.now())
      await reconcileSubscriptions(app.context)
    },
    /** Someone who stays signed in while the clock moves by months. */
    async lasting(options?: Parameters<typeof addPerson>[1]): Promise<Person> {
      const added = await addPerson(app, options)
      const never = new Date('2099-01-01')
      await app.db
        .updateTable('auth_sessions')
        .set({ expires_at: never, last_used_at: never, proved_at: never })
        .where('user_id', '=', added.id)
        .execute()
      return added
    },
    /** Members of earlier tests are not renewed any more: months would take ever longer. */
    async letRest() {
      await sql`update stripe_sandbox.objects set due_at = null where object = 'subscription'`.execute(app.db)
      await app.db.updateTable('subscriptions').set({ next_check_at: null }).execute()
    },
    /** Waits until the provider's events of what was done have been taken. */
    async letEventsArrive() {
      const late = sql`select from stripe_sandbox.deliveries where delivered_at is null`
      await expect.poll(async () => (await late.execute(app.db)).rows.length).toBe(0)
    },
    async close() {
      await sandbox.close()
      await app.close()
    },
  }
}
