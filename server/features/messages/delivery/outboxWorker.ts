import type { Mailer } from '../../../integrations/mail/mail.ts'
import { createChangeListener } from '../../../jobs/changeListener.ts'
import type { OutboxContext } from '../compose.ts'
import { nextDue } from '../queries.ts'
import { type BatchResult, deliverBatch } from './delivery.ts'

export interface OutboxWorker {
  /** Ends after the current batch, or after two seconds without it: its lease expires and it is sent again. */
  stop(): Promise<void>
  /** Sends everything that is due now; returns how many were sent. */
  drain(): Promise<number>
}

/** Pause after ten messages, in milliseconds: even a long queue must not slow down requests. */
const REST = 250
const SERVER_AWAY = 10_000
const DATABASE_AWAY = 1_000
const LONGEST_IDLE = 60_000
const STOP_PATIENCE = 2_000
const NOTHING: BatchResult = { claimed: 0, sent: 0, failed: 0 }

/**
 * Sends queued messages until stopped. It wakes when any process commits one (`outbox_changed`), when a
 * retry is due, and every minute. Several instances share the work. While there is no mail server everything stays queued.
 *
 * @param rest pause after ten messages, in milliseconds.
 */
export function startOutboxWorker(context: OutboxContext, mailer: Mailer, rest = REST): OutboxWorker {
  const listener = createChangeListener()
  let stopped = false
  let databaseAway = false
  let inHand: Promise<unknown> = Promise.resolve()

  /** One batch at a time in this process, also when `drain` is called during it. */
  const nextBatch = (): Promise<BatchResult> => {
    const batch = inHand.then(async () =>
      (await mailer.ready?.()) === false ? NOTHING : deliverBatch(context, mailer),
    )
    inHand = batch.catch(() => undefined)
    return batch
  }

  const idle = async (): Promise<void> => {
    const due = (await mailer.ready?.()) === false ? null : await nextDue(context.db)
    const wait = due ? due.getTime() - context.clock.now().getTime() : LONGEST_IDLE
    await listener.waitForChange(Math.min(Math.max(wait, REST), LONGEST_IDLE))
  }

  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        const { claimed, failed } = await nextBatch()
        databaseAway = false
        if (claimed === 0) await idle()
        else await listener.pause(failed === claimed ? SERVER_AWAY : rest)
      } catch (error) {
        if (!databaseAway && !stopped)
          context.log.warn({ reason: String(error) }, 'the outbox cannot be read')
        databaseAway = true
        await listener.pause(DATABASE_AWAY)
      }
    }
  }

  context.changes.on('outbox_changed', listener.notify)
  context.changes.on('connections_changed', listener.notify)
  context.changes.onInterruption(listener.notify)
  const running = run()

  return {
    async stop() {
      stopped = true
      listener.close()
      await endsWithin(STOP_PATIENCE, running)
      mailer.close()
    },
    async drain() {
      let sent = 0
      for (;;) {
        const batch = await nextBatch()
        if (batch.claimed === 0) return sent
        sent += batch.sent
      }
    },
  }
}

async function endsWithin(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
