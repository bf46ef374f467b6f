import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import { taxOf } from '../../../shared/domain/money/salesTax.ts'
import { classDiscountPercent, priceClassSessions } from '../../../shared/domain/programs/classPrice.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { ActingTerms } from '../payments/changes/actingTerms.ts'
import { findLiveSubscription } from '../payments/provider/subscriptions.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { claimPlaces } from '../places/places.ts'
import { type RequestedSession, readRequested, refusalOfSessions } from './requestedSessions.ts'

/** A seat of one person in one session, and what it costs. */
export interface OpenSeat {
  readonly session: RequestedSession
  readonly participant: ParticipantRef
  readonly cents: number
}

export interface OpenSessions {
  readonly sessions: readonly RequestedSession[]
  /** For each session in turn those who take part. */
  readonly seats: readonly OpenSeat[]
  readonly totalCents: number
  /** Who gets no seat; only where that was allowed. */
  readonly withoutSeat: readonly ParticipantRef[]
}

/**
 * Sessions in which these people can have a seat now, everybody in all of them, and what they cost the customer together;
 * nobody else can take those seats until the transaction ends. Each session must be still to come, not canceled, with
 * enough free seats, and nobody of them has a seat in it.
 *
 * @param wanted.buyer whose own abandoned checkouts may be released and by whose membership prices go: null for guests
 * of the desk.
 * @param wanted.releases false where staff register someone: the customer's open checkouts stay.
 * @param wanted.allowPartial where not everybody fits, the first ones get seats in all sessions.
 */
export async function openSessions(
  tx: Tx,
  wanted: {
    instanceIds: readonly string[]
    people: readonly ParticipantRef[]
    buyer: { userId: string | null }
    releases?: boolean
    allowPartial?: boolean | undefined
  },
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
  acting: Pick<ActingTerms, 'rules' | 'overrideReason'>,
): Promise<OpenSessions | Refusal> {
  const { buyer, people, releases = true } = wanted
  const ids = wanted.instanceIds.map((id) => id.toLowerCase())
  if (new Set(ids).size < ids.length) {
    return refuse('invalid_input', [
      { path: ['instanceIds'], message: 'The same session is selected twice.' },
    ])
  }
  const places = { slots: [], seats: ids.map((id) => ({ classInstanceId: id })) }
  await claimPlaces(tx, places, releases ? buyer : { userId: null }, { now, facility })

  const sessions = await readRequested(
    tx,
    ids,
    people.map(({ id }) => id),
  )
  if (sessions.length < ids.length) {
    const found = new Set(sessions.map(({ id }) => id))
    return refuse('class_session_not_found', { instance_ids: ids.filter((id) => !found.has(id)) })
  }
  const fitting = Math.min(people.length, ...sessions.map(({ spots_left }) => spots_left))
  const seated = wanted.allowPartial && fitting > 0 ? people.slice(0, fitting) : people
  // Someone without a seat this time may have one already: that is told first.
  const taken = sessions.some((session) => session.seated.length > 0)
  const at = { now, zone: facility.time_zone }
  const refusal = refusalOfSessions(sessions, taken ? people : seated, at, acting)
  if (refusal) return refusal

  const subscription = buyer.userId === null ? null : await findLiveSubscription(tx, buyer.userId)
  const unpriced = sessions.flatMap((session) => seated.map((participant) => ({ session, participant })))
  const price = priceClassSessions(
    unpriced.map(({ session }) => session.price),
    classDiscountPercent(facility, subscription),
    taxOf(facility, 'classes'),
  )
  return {
    sessions,
    seats: unpriced.map((seat, index) => ({ ...seat, cents: price.sessions[index]?.total ?? 0 })),
    totalCents: price.total,
    withoutSeat: people.slice(seated.length),
  }
}
