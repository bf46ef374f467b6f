import type { Route } from '../../../shared/contract/route.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, type Reply, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal } from '../../refusal.ts'

/** Runs a change in its transaction. Our own readers must not see its days as they were; other instances hear of it by NOTIFY. */
export async function runChange<R extends Route, Answer>(
  call: Call<R>,
  work: (tx: Tx) => Promise<{ days: readonly string[]; answer: Answer } | Refusal>,
): Promise<Reply<Answer> | Refusal> {
  const days: string[] = []
  const outcome = await runCommand(call, async (tx) => {
    const done = await work(tx)
    if (done instanceof Refusal) return done
    days.push(...done.days)
    return reply(done.answer)
  })
  for (const day of days) call.context.schedule.drop(day)
  return outcome
}
