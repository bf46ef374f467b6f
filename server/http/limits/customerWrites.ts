import type { Refusal } from '../../refusal.ts'
import type { Call } from '../endpoint.ts'
import { answeredBefore } from '../idempotency.ts'
import { type Limit, refuseTooMany } from './rateLimits.ts'

/**
 * What one customer may send in ten minutes besides reading: many more than a family sends that books a whole season. The
 * first ones, which is all that people send, cost no query.
 */
export const customerWrites = { most: 1_000, seconds: 600, uncounted: 200 } as const

export const writesBy = (userId: string): Limit => ({
  name: 'writes by',
  subject: userId,
  ...customerWrites,
})

/**
 * The general limit on what one customer's account changes, by whatever operation and from however many browsers; the
 * narrower limits of single operations come after it. Staff are exempt: a desk acts for all of its customers. A repeat of
 * what was answered under its `Idempotency-Key` is let through.
 */
export async function refuseTooManyWrites(call: Call): Promise<Refusal | null> {
  // A form comes from a program that goes by our signature, whoever is signed in.
  if (call.route.method === 'get' || call.route.form) return null
  const caller = await call.caller()
  if (caller?.profile.role !== 'user') return null
  const userId = caller.profile.id
  const tooMany = await refuseTooMany(call.context.limits, writesBy(userId))
  if (tooMany === null) return null
  const replay = await answeredBefore({ ...call, actor: { ...call.actor, userId } })
  return replay === null ? tooMany : null
}
