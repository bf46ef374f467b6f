import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import { liveEvents } from '../../../shared/contract/live.ts'
import { accessRoles } from '../../../shared/contract/route.ts'
import { type TopicKindName, topicKinds, topicName } from '../../../shared/domain/liveTopics.ts'
import type { Context } from '../../context.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { endpoint } from '../endpoint.ts'
import { allowanceOf, networkOf } from '../limits/rateLimits.ts'
import type { SessionGuard } from '../session.ts'
import type { LiveSource, LiveTopic, StreamLimit } from './liveEvents.ts'

type Limits = Awaited<ReturnType<Context['facility']['limits']>>

/** When a browser whose stream was refused may try again. */
const RETRY_SECONDS = 10

/** What the database announces of a topic (docs/data-model.md, 'What is told to every instance'). */
const sourcesOf: Record<TopicKindName, (parts: readonly string[], callerId: string) => LiveSource[]> = {
  schedule: ([day = '']) => [{ channel: 'schedule_changed', payload: day }],
  'open-times': () => [
    { channel: 'schedule_changed', payload: null },
    { channel: 'facility_changed', payload: '' },
  ],
  camp: ([id = '']) => [{ channel: 'seats_changed', payload: id }],
  class: ([id = '']) => [{ channel: 'seats_changed', payload: id }],
  coach: (parts) => [{ channel: 'coach_changed', payload: parts.join(' ') }],
  me: (_, callerId) => [{ channel: 'person_changed', payload: callerId }],
  lessons: ([coachId = '']) => [{ channel: 'lessons_changed', payload: coachId }],
  desk: ([day = '']) => [
    { channel: 'schedule_changed', payload: day },
    { channel: 'records_changed', payload: day },
  ],
  bookings: () => [
    { channel: 'schedule_changed', payload: null },
    { channel: 'records_changed', payload: null },
  ],
  payments: () => [{ channel: 'payments_changed', payload: '' }],
  people: () => [{ channel: 'people_changed', payload: '' }],
  closures: () => [{ channel: 'closures_changed', payload: '' }],
  reminders: ([runId = '']) => [{ channel: 'reminders_changed', payload: runId }],
  messages: () => [
    { channel: 'outbox_changed', payload: '' },
    { channel: 'messages_changed', payload: '' },
  ],
}

/**
 * Answers with one event stream of all topics that the list names. Refuses the whole list when the caller may not follow
 * one of them, and with `too_many_streams` when the person, or the visitors or customers of the network address, have as many
 * streams open in this process as the facility allows (decision record 018).
 */
export const liveEventsEndpoint = endpoint(liveEvents, async ({ context, address, request, query }) => {
  const [limits, guard] = await Promise.all([
    context.facility.limits(),
    // Not `caller()`: browsers connect again by themselves, which is no use of a session.
    context.accounts.sessionGuard(request.headers),
  ])
  const names = new Set(query.topics.split(',').map((name) => name.toLowerCase()))
  const topics: LiveTopic[] = []
  for (const name of names) {
    const [kind, ...parts] = name.split(':') as [TopicKindName, ...string[]]
    const denied = denial(kind, parts, guard)
    if (denied) return denied
    topics.push({ name: topicName(kind, ...parts), sources: sourcesOf[kind](parts, guard?.profile.id ?? '') })
  }
  const stream = context.live.follow(topics, request.signal, {
    isAllowed: guard && (() => guard.isUnchanged()),
    limits: streamLimits(guard?.profile ?? null, networkOf(address), limits),
  })
  return stream ?? refuse('too_many_streams', { retry_after_seconds: RETRY_SECONDS })
})

/**
 * Visitors of a network address share an allowance, its signed-in customers another one of the same size, and nobody else's
 * streams close those of staff: the desk works behind the address of its own guests.
 */
function streamLimits(
  person: Pick<Profile, 'id' | 'role'> | null,
  network: string,
  { live_streams_per_address: most, live_streams_per_person: perPerson }: Limits,
): StreamLimit[] {
  const ofNetwork = (whose: string) => ({
    key: `${whose} ${network}`,
    most: most === null ? null : allowanceOf(network, most),
  })
  if (!person) return [ofNetwork('visitors of')]
  const own = { key: `person ${person.id}`, most: perPerson }
  return person.role === 'user' ? [own, ofNetwork('customers of')] : [own]
}

/** Why this caller may not follow the topic; null if allowed. */
function denial(
  kind: TopicKindName,
  parts: readonly string[],
  guard: Pick<SessionGuard, 'profile' | 'secondFactor'> | null,
): Refusal | null {
  const { access } = topicKinds[kind]
  if (access === 'public') return null
  if (!guard) return refuse('unauthenticated')
  const { profile: caller, secondFactor } = guard
  const roles: readonly Profile['role'][] = accessRoles[access]
  const isAnotherCoach = kind === 'lessons' && caller.role === 'coach' && caller.coach_id !== parts[0]
  if (!roles.includes(caller.role) || isAnotherCoach) return refuse('forbidden')
  return secondFactor === 'due' && access !== 'signed-in' ? refuse('second_factor_due') : null
}
