import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { system, type Tx, transaction } from '../db/database.ts'
import { forgetSignUps } from '../features/accounts/unconfirmed.ts'
import { endExpiredHolds } from '../features/places/occupancy.ts'
import { trimMailbox } from '../integrations/mail/developmentMailbox.ts'

export type TaskContext = Pick<Context, 'db' | 'clock'>

/** Something that is done again and again, by one instance at a time. */
export interface Task {
  readonly name: string
  /** Five fields, UTC. */
  readonly cron: string
  run(context: TaskContext): Promise<void>
}

const HOUR_MILLISECONDS = 60 * 60_000

const task = (name: string, cron: string, work: (tx: Tx, now: Date) => Promise<unknown>): Task => ({
  name,
  cron,
  run: ({ db, clock }) =>
    transaction(db, system, async (tx) => {
      await work(tx, clock.now())
    }),
})

export const tasks: readonly Task[] = [
  // A worker wakes by itself; this is for the message whose notification nobody heard.
  task('sweep-outbox', '* * * * *', (tx) => sql`select pg_notify('outbox_changed', '')`.execute(tx)),

  task('expire-checkout-holds', '* * * * *', endExpiredHolds),

  // Kept for 24 hours (architecture rule 11).
  task('purge-idempotency-keys', '7 * * * *', (tx, now) =>
    tx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', new Date(now.getTime() - 24 * HOUR_MILLISECONDS))
      .execute(),
  ),

  task('purge-expired-sessions', '23 9 * * *', async (tx, now) => {
    const yesterday = String(now.getTime() - 24 * HOUR_MILLISECONDS)
    await tx.deleteFrom('auth_sessions').where('expires_at', '<', now).execute()
    await tx.deleteFrom('auth_verifications').where('expires_at', '<', now).execute()
    await tx.deleteFrom('email_changes').where('expires_at', '<', now).execute()
    await forgetSignUps(tx, now)
    await tx.deleteFrom('auth_rate_limits').where('last_request', '<', yesterday).execute()
  }),

  task('trim-development-mailbox', '37 * * * *', (tx) => trimMailbox(tx)),
]
