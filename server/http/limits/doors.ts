import { areDoorsOpen } from '../../../shared/domain/facility/doors.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Call } from '../endpoint.ts'
import { answeredBefore } from '../idempotency.ts'

/**
 * Refuses what a customer would buy while the facility's doors are closed (decision 46, decision record 089). A repeat of what
 * was answered before they closed is let through. Whoever comes while they are closing is refused by `runCommand`.
 */
export async function refuseClosedDoors(call: Call): Promise<Refusal | null> {
  if (!call.buysAsCustomer) return null
  if (areDoorsOpen(await call.context.facility.get())) return null
  const userId = (await call.caller())?.profile.id ?? null
  const replay = await answeredBefore({ ...call, actor: { ...call.actor, userId } })
  return replay === null ? refuse('not_open_yet') : null
}
