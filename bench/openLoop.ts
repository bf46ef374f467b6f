import { setTimeout as delay } from 'node:timers/promises'

export interface Latency {
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly requests: number
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones have been answered, as independent visitors do. Each is
 * timed from the moment it was due, so a stall counts for every request that it delays.
 */
export async function openLoop(
  load: { perSecond: number; requests: number },
  send: (index: number) => Promise<unknown>,
): Promise<Latency> {
  const milliseconds: number[] = []
  const sent: Promise<void>[] = []
  const started = performance.now()
  for (let index = 0; index < load.requests; index += 1) {
    const due = started + (index * 1000) / load.perSecond
    const wait = due - performance.now()
    if (wait > 0) await delay(wait)
    sent.push(
      send(index).then(() => {
        milliseconds.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(sent)
  milliseconds.sort((a, b) => a - b)
  const percentile = (share: number) => milliseconds[Math.ceil(milliseconds.length * share) - 1] ?? 0
  return { p50: percentile(0.5), p99: percentile(0.99), requests: milliseconds.length }
}
