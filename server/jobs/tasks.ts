import type { Context } from '../context.ts'
import { system, type Tx, transaction } from '../db/database.ts'

export type TaskContext = Pick<Context, 'db' | 'clock'>

/** A scheduled task, run by one instance at a time. */
export interface Task {
  readonly name: string
  /** A cron expression with five fields, in UTC. */
  readonly cron: string
  run(context: TaskContext): Promise<void>
}

/** A task that is one transaction; features export theirs, and the composition root registers them (server/features.ts). */
export const task = (name: string, cron: string, work: (tx: Tx, now: Date) => Promise<unknown>): Task => ({
  name,
  cron,
  run: ({ db, clock }) =>
    transaction(db, system, async (tx) => {
      await work(tx, clock.now())
    }),
})
