import { system, transaction } from '../server/db/database.ts'
import { followPayment } from './billing/followPayment.ts'
import { advanceSubscription } from './billing/renewal.ts'
import { forgetEvents } from './events/events.ts'
import { scopeOf } from './http/api.ts'
import { forgetKeys } from './http/idempotency.ts'
import { settlePayment } from './payments/attempt.ts'
import { lockIntent } from './payments/lockIntent.ts'
import { settleRefund } from './payments/refunds.ts'
import type { Scope, Settings } from './settings.ts'
import type { SandboxTables } from './store/tables.ts'

/** The scheduled work of each kind of object. Each locks first, then checks whether the object is still due. */
const dueWork: Record<string, (scope: Scope, id: string, at: Date) => Promise<void>> = {
  async payment_intent(scope, id, at) {
    const intent = await lockIntent(scope, id)
    if (await scope.store.isDue(id, at)) await followPayment(scope, await settlePayment(scope, intent))
  },
  refund: settleRefund,
  subscription: advanceSubscription,
}

/**
 * Does what is due: ends payments and refunds, renews subscriptions. Any number of processes can run this at
 * once; a failure is logged and retried at the next run.
 */
export async function workDue(settings: Settings, now: Date): Promise<void> {
  const failed: string[] = []
  for (;;) {
    const due = await nextDue(settings, now, failed)
    if (!due) break
    try {
      await transaction(settings.db, system, async (tx) => {
        // Each with its due time as the current time, so that after months without a process every month is renewed.
        const scope = scopeOf(settings, tx, due.at, null)
        await dueWork[due.object]?.(scope, due.id, now)
      })
    } catch (error) {
      settings.log.error({ err: error, id: due.id }, 'the payment sandbox could not do what was due')
      failed.push(due.id)
    }
  }
  await transaction(settings.db, system, async (tx) => {
    await Promise.all([forgetKeys(tx, now), forgetEvents(tx, now)])
  })
}

async function nextDue({ db }: Settings, now: Date, except: string[]) {
  const row = await db
    .withTables<SandboxTables>()
    .selectFrom('stripe_sandbox.objects')
    .select(['id', 'object', 'due_at'])
    .where('due_at', '<=', now)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ? { id: row.id, object: row.object, at: row.due_at } : undefined
}
