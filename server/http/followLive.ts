import { type Refusal, refuse } from '../refusal.ts'
import type { Call } from './endpoint.ts'
import type { LiveTopic } from './liveEvents.ts'
import { allowanceOf, networkOf } from './rateLimits.ts'

/** When a browser whose stream was refused may try again. */
const RETRY_SECONDS = 10

/**
 * Answers with the event stream of a topic; `too_many_streams` if the person or the network address has as many open in
 * this process as the facility allows (decision record 018).
 */
export async function followLive(
  { context, address, request }: Pick<Call, 'context' | 'address' | 'request'>,
  topic: LiveTopic,
): Promise<Response | Refusal> {
  const [limits, guard] = await Promise.all([
    context.facility.limits(),
    // Not `caller()`: browsers connect again by themselves, which is no use of a session.
    context.accounts.sessionGuard(request.headers),
  ])
  const network = networkOf(address)
  const perAddress = limits.live_streams_per_address
  const stream = context.live.follow(topic, request.signal, {
    isLive: guard && (() => guard.isLive()),
    limits: [
      { key: `address ${network}`, most: perAddress === null ? null : allowanceOf(network, perAddress) },
      ...(guard ? [{ key: `person ${guard.userId}`, most: limits.live_streams_per_person }] : []),
    ],
  })
  return stream ?? refuse('too_many_streams', { retry_after_seconds: RETRY_SECONDS })
}
