const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits between attempts: ten attempts over two days, longer than most mail servers are ever away. */
const WAITS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
] as const

/** When to try again after so many attempts; null when they were enough. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
