import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { findLiveSubscription } from '../../payments/provider/subscriptions.ts'
import { endExpiredHolds } from '../../places/occupancy.ts'

/** How long a founders spot is held during the sign-up (decision 16). */
const HOLD_MINUTES = 15

/** The data of a sign-up, stored with its hold, so that another tab, a return from the bank or a restart can continue it. */
export interface SignUp {
  readonly holdId: string
  readonly expiresAt: Date
  /** The number of declined tries: each is a new request to the provider. */
  readonly attempt: number
  /** The id of the card setup; null before the first and after a declined one. */
  readonly setupIntentId: string | null
  readonly agreementVersion: string | null
  /** The provider is charging, and its answer is not known yet. */
  readonly isCharging: boolean
}

interface SignUpDetails {
  attempt?: number
  asked_at?: string | null
  setup_intent_id?: string | null
  agreement_version?: string | null
}

/**
 * Holds a founders spot for 15 minutes, or continues with the person's hold. Does not call the provider.
 *
 * @param price decimal dollars per month, for the record.
 * @returns `already_enrolled` for members, `membership_full` when there is no spot (decision 20).
 */
export async function takeSpot(
  tx: Tx,
  spot: { userId: string; price: string; agreementVersion: string | null; now: Date },
): Promise<SignUp | Refusal> {
  const { userId, now } = spot
  await lockSpots(tx)
  await endExpiredHolds(tx, now)
  if (await findLiveSubscription(tx, userId)) return refuse('already_enrolled')
  const expiresAt = new Date(now.getTime() + HOLD_MINUTES * minuteMs)
  const open = await findOpenSignUp(tx, userId)
  if (open) {
    await extendHold(tx, open.holdId, expiresAt, spot.agreementVersion)
    return { ...open, expiresAt, agreementVersion: spot.agreementVersion ?? open.agreementVersion }
  }
  if (!(await hasFreeSpot(tx, userId))) return refuse('membership_full')
  const holdId = randomUUID()
  const agreementVersion = spot.agreementVersion ?? (await findEarlierAcceptance(tx, userId, now))
  const details: SignUpDetails = { attempt: 0, agreement_version: agreementVersion }
  await tx
    .insertInto('checkout_holds')
    .values({
      id: holdId,
      user_id: userId,
      purpose: 'membership',
      amount: spot.price,
      details: JSON.stringify(details),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return {
    holdId,
    expiresAt,
    attempt: 0,
    setupIntentId: null,
    agreementVersion,
    isCharging: false,
  }
}

/** The agreement accepted in a sign-up whose hold ended (expired, or canceled in another tab) while the card was given. */
async function findEarlierAcceptance(tx: Tx, userId: string, now: Date): Promise<string | null> {
  const hold = await tx
    .selectFrom('checkout_holds')
    .select(sql<string | null>`details ->> 'agreement_version'`.as('version'))
    .where('user_id', '=', userId)
    .where('purpose', '=', 'membership')
    .where('status', 'in', ['expired', 'released'])
    .where('created_at', '>', new Date(now.getTime() - 24 * 60 * minuteMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return hold?.version ?? null
}

/** Locks the founders spots; every command that takes one calls this. */
export const lockSpots = (tx: Tx) => sql`select from facility for no key update`.execute(tx)

/** Whether a spot is free; spots held by other checkouts count as taken. Call it under `lockSpots`. */
export async function hasFreeSpot(tx: Tx, userId: string | null): Promise<boolean> {
  const { free } = await tx
    .selectFrom('facility')
    .select(sql<boolean>`membership_spots_taken(${userId}::uuid) < founders_cap`.as('free'))
    .executeTakeFirstOrThrow()
  return free
}

/** The person's unfinished sign-up, while its spot is held. */
export async function findOpenSignUp(tx: Tx, userId: string): Promise<SignUp | null> {
  const hold = await tx
    .selectFrom('checkout_holds')
    .select(['id', 'details', 'expires_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'membership')
    .where('status', '=', 'held')
    .forUpdate()
    .executeTakeFirst()
  if (!hold) return null
  const details: SignUpDetails = hold.details
  return {
    holdId: hold.id,
    expiresAt: hold.expires_at,
    attempt: details.attempt ?? 0,
    setupIntentId: details.setup_intent_id ?? null,
    agreementVersion: details.agreement_version ?? null,
    isCharging: typeof details.asked_at === 'string',
  }
}

/** Updates some details of a sign-up. */
export const noteSignUp = (tx: Tx, holdId: string, details: Record<string, unknown>) =>
  tx
    .updateTable('checkout_holds')
    .set({ details: sql<string>`details || ${JSON.stringify(details)}::jsonb` })
    .where('id', '=', holdId)
    .execute()

/**
 * Ends a try whose card was declined: the next one is a new request with another card. Two tabs that see the same
 * decline count it once.
 */
export const nextAttempt = (tx: Tx, { holdId, attempt }: Pick<SignUp, 'holdId' | 'attempt'>) =>
  tx
    .updateTable('checkout_holds')
    .set({
      details: sql<string>`details || ${JSON.stringify({ attempt: attempt + 1, setup_intent_id: null, asked_at: null, subscription_id: null })}::jsonb`,
    })
    .where('id', '=', holdId)
    .where(sql`coalesce((details ->> 'attempt')::integer, 0)`, '=', attempt)
    .execute()

/** Releases the spot. */
export const releaseSpot = (tx: Tx, holdId: string) =>
  tx
    .updateTable('checkout_holds')
    .set({ status: 'released' })
    .where('id', '=', holdId)
    .where('status', '=', 'held')
    .execute()

const extendHold = (tx: Tx, holdId: string, expiresAt: Date, agreementVersion: string | null) =>
  tx
    .updateTable('checkout_holds')
    .set({
      expires_at: expiresAt,
      details: sql<string>`details || ${JSON.stringify(agreementVersion ? { agreement_version: agreementVersion } : {})}::jsonb`,
    })
    .where('id', '=', holdId)
    .execute()
