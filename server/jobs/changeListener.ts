import type { Context } from '../context.ts'
import type { Channel } from '../db/changes.ts'

/** Lets a loop sleep until a notification arrives. */
export interface ChangeListener {
  notify(): void
  /** Waits for the next notification, at most this long; returns at once if one arrived since the last wait. */
  waitForChange(milliseconds: number): Promise<void>
  /** Waits for the given milliseconds, regardless of notifications. */
  pause(milliseconds: number): Promise<void>
  /** Ends every current and future wait. */
  close(): void
}

/** Lets one loop sleep until a time, a notification or the end. */
export function createChangeListener(): ChangeListener {
  let notified = false
  let closed = false
  let wakeUp: (() => void) | undefined
  let changeWakes = false

  const sleep = (milliseconds: number, wakesByChange: boolean): Promise<void> => {
    if (closed || (wakesByChange && notified)) return Promise.resolve()
    changeWakes = wakesByChange
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    notify() {
      notified = true
      if (changeWakes) wakeUp?.()
    },
    async waitForChange(milliseconds) {
      await sleep(milliseconds, true)
      notified = false
    },
    pause: (milliseconds) => sleep(milliseconds, false),
    close() {
      closed = true
      wakeUp?.()
    },
  }
}

export interface Worker {
  /** Ends after the step in hand, or after two seconds without it: then its transaction is rolled back. */
  stop(): Promise<void>
}

interface Work {
  /** Announces that there is something to do. */
  readonly channel: Channel
  /** What the log says while a step fails. */
  readonly problem: string
  /** One step; whether there was one to do. */
  readonly next: () => Promise<boolean>
  /** How long to wait after there was none, in milliseconds; a minute if omitted. */
  readonly idle?: () => Promise<number>
}

const LONGEST_IDLE = 60_000
const DATABASE_AWAY = 1_000
const STOP_PATIENCE = 2_000

/**
 * Takes step after step until stopped. It wakes when any process announces a change, and every minute, so that what a crash
 * interrupted goes on by itself.
 */
export function startWorker(
  context: Pick<Context, 'changes' | 'log'>,
  { channel, problem, next, idle = async () => LONGEST_IDLE }: Work,
): Worker {
  const listener = createChangeListener()
  let stopped = false
  const run = async () => {
    while (!stopped) {
      try {
        if (!(await next())) await listener.waitForChange(await idle())
      } catch (error) {
        if (!stopped) context.log.warn({ reason: String(error) }, problem)
        await listener.pause(DATABASE_AWAY)
      }
    }
  }
  context.changes.on(channel, listener.notify)
  context.changes.onInterruption(listener.notify)
  const running = run()
  return {
    async stop() {
      stopped = true
      listener.close()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_PATIENCE).unref())])
    },
  }
}
