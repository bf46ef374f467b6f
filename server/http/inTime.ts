import { setTimeout as delay } from 'node:timers/promises'

/** The result of `work`, or null when it takes longer than so many milliseconds. Fails as the work fails. */
export async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | null> {
  const waiting = new AbortController()
  const tooLate = delay(milliseconds, null, { ref: false, signal: waiting.signal })
  tooLate.catch(() => undefined)
  try {
    return await Promise.race([work, tooLate])
  } finally {
    waiting.abort()
  }
}
