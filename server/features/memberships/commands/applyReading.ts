import { type NotNull, sql } from 'kysely'
import { laterCharge } from '../../../../shared/domain/memberships/memberLife.ts'
import { liveStatuses, membershipStates } from '../../../../shared/domain/memberships/memberships.ts'
import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import type { RefundReason } from '../../../db/tables/payments.ts'
import { type ProviderEvent, recordEvent } from '../../payments/provider/events.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { enqueueMembershipMessages } from '../emails.ts'
import type { Freeze, Member, MembershipRow, SubscriptionReading } from '../readSubscription.ts'
import { recordAttempts } from './recordAttempts.ts'
import { recordInvoices, refundInvoices } from './recordInvoices.ts'
import { settleChange } from './settleChange.ts'
import { hasFreeSpot, lockSpots } from './takeSpot.ts'

/** What is left to do at the provider once this is committed. */
export interface Applied {
  /** The membership was refused: end the subscription. */
  readonly endIt: boolean
  /** Intents that the provider had refunded before we read them. */
  readonly refundedIntents: readonly string[]
  /** A refund was recorded and waits to be sent. */
  readonly refunds: boolean
}

const nothing: Applied = { endIt: false, refundedIntents: [], refunds: false }

/**
 * Updates our rows from the provider's state of a membership and its invoices. Readings may arrive late, twice and
 * in any order: one that began before the one our row shows changes no state; each paid invoice becomes one payment;
 * each event sends one message (decisions 2 and 25).
 *
 * @param event the provider's event that is handled with it, once.
 * @param ourPrices the provider's ids of the membership's prices.
 */
export async function applyReading(
  tx: Tx,
  {
    reading,
    event,
    ourPrices,
  }: { reading: SubscriptionReading; event: ProviderEvent | undefined; ourPrices: readonly string[] },
  at: PurchaseContext,
): Promise<Applied> {
  if (event && !(await recordEvent(tx, event, at.now))) return nothing
  const member = await findMember(tx, reading.customerId)
  // Every command that takes or releases a spot takes this lock, so that the last spot is given once.
  await lockSpots(tx)
  if (member && (await isOurs(tx, { reading, member, ourPrices }))) await addRow(tx, reading, member)
  const before = await lockRow(tx, reading)
  if (!before) return nothing
  const joins = membershipStates[reading.status].live && !membershipStates[before.status].live
  const refused = joins && !before.fresher ? await reasonToRefuse(tx, before, reading) : null
  const recorded = await recordInvoices(tx, {
    membershipId: before.id,
    member,
    reading,
    fresher: before.fresher,
    at,
  })
  await recordAttempts(tx, before.id, reading)
  const { refundedIntents } = recorded
  if (before.fresher) return { ...nothing, refundedIntents }
  if (refused !== null) {
    await updateRow(tx, before, { ...reading, status: 'canceled', canceledAt: at.now }, at.now)
    await refundInvoices(tx, before.id, refused, at.now)
    return { endIt: true, refundedIntents, refunds: true }
  }
  const freeze = await updateRow(tx, before, reading, at.now)
  if (joins) await completeSignUp(tx, before, reading)
  const settled = await settleChange(tx, before.id, { reading, freeze }, at)
  const turn = { before, reading, freeze, newPayments: recorded.payments, refund: settled.refund }
  if (member) await enqueueMembershipMessages(tx, { member, ...turn }, at)
  return { endIt: false, refundedIntents, refunds: settled.refund !== null }
}

async function findMember(tx: Tx, customerId: string): Promise<Member | null> {
  const row = await tx
    .selectFrom('stripe_customers')
    .innerJoin('profiles', 'profiles.id', 'stripe_customers.user_id')
    .select(['profiles.id', 'profiles.full_name', 'profiles.email'])
    .where('stripe_customers.stripe_customer_id', '=', customerId)
    .where('profiles.email', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  return row ?? null
}

type LockedRow = MembershipRow & {
  /** The row shows a reading that began later than this one. */
  readonly fresher: boolean
}

/**
 * Whether a subscription is a membership: one of our sign-ups, or one that staff created at the provider for a person
 * without one. Other subscriptions of the same account are not ours.
 */
async function isOurs(
  tx: Tx,
  {
    reading,
    member,
    ourPrices,
  }: { reading: SubscriptionReading; member: Member; ourPrices: readonly string[] },
): Promise<boolean> {
  if (reading.holdId !== null) return true
  const { live } = membershipStates[reading.status]
  return live && ourPrices.includes(reading.priceId ?? '') && !(await findOther(tx, member.id, reading.id))
}

/** Another live membership of the person. */
const findOther = (tx: Tx, userId: string, stripeSubscriptionId: string) =>
  tx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', liveStatuses)
    .where(sql<boolean>`stripe_subscription_id is distinct from ${stripeSubscriptionId}`)
    .executeTakeFirst()

const addRow = (tx: Tx, reading: SubscriptionReading, member: Member) =>
  tx
    .insertInto('subscriptions')
    .values({
      user_id: member.id,
      status: 'incomplete',
      stripe_subscription_id: reading.id,
      stripe_customer_id: reading.customerId,
      stripe_price_id: reading.priceId,
      created_at: reading.createdAt,
    })
    .onConflict((conflict) => conflict.column('stripe_subscription_id').doNothing())
    .execute()

/** Our row of the membership; null if the subscription is not a membership. */
async function lockRow(tx: Tx, reading: SubscriptionReading): Promise<LockedRow | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'status', 'cancel_at_period_end', 'frozen_from', 'frozen_until'])
    .select(
      sql<boolean>`coalesce(provider_read_at >= ${reading.startedAt}::timestamptz, false)`.as('fresher'),
    )
    .where('stripe_subscription_id', '=', reading.id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Why a person who has just paid cannot get the membership: they have one, or the hold on the spot has expired and
 * the club is full (decision 16). The payment is refunded.
 */
async function reasonToRefuse(
  tx: Tx,
  before: MembershipRow,
  { id, holdId }: SubscriptionReading,
): Promise<Extract<RefundReason, 'duplicate' | 'place_gone'> | null> {
  if (before.user_id === null) return null
  // It was a membership before: resuming it is not joining.
  if (before.status !== 'incomplete') return null
  if (await findOther(tx, before.user_id, id)) return 'duplicate'
  // Staff may exceed the cap.
  if (holdId === null) return null
  const hold = await tx
    .selectFrom('checkout_holds')
    .select('status')
    .where(sql<string>`id::text`, '=', holdId ?? '')
    .executeTakeFirst()
  if (hold?.status === 'held' || (await hasFreeSpot(tx, before.user_id))) return null
  return 'place_gone'
}

const DASHBOARD_FREEZE_MONTHS = 12

/**
 * The freeze that a pause at the provider means. One that was made in the provider's dashboard begins with the charge that
 * came next when it was first read, and lasts until the pause ends, or for a year where it has no end.
 */
export function freezeOf(
  {
    pause,
    status,
    anchor,
    periodEnd,
  }: Pick<SubscriptionReading, 'pause' | 'status' | 'anchor' | 'periodEnd'>,
  before: Pick<MembershipRow, 'frozen_from' | 'frozen_until'>,
): Freeze | null {
  const from = pause?.from ?? before.frozen_from ?? periodEnd
  if (!pause || !from || !membershipStates[status].live) return null
  if (pause.from && pause.until) return { from: pause.from, until: pause.until }
  const until = pause.until ?? before.frozen_until ?? laterCharge(anchor, from, DASHBOARD_FREEZE_MONTHS)
  return until > from ? { from, until } : null
}

const cents = (amount: number | null) => (amount === null ? null : decimalFromCents(amount))

async function updateRow(
  tx: Tx,
  before: MembershipRow,
  reading: SubscriptionReading,
  now: Date,
): Promise<Freeze | null> {
  const freeze = freezeOf(reading, before)
  const owed = membershipStates[reading.status].owes
    ? reading.invoices.filter(({ status, dueCents }) => status === 'open' && dueCents > 0)
    : []
  const tries = owed.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? [])
  await tx
    .updateTable('subscriptions')
    .set({
      status: reading.status,
      cancel_at_period_end: reading.cancelAtPeriodEnd,
      current_period_start: reading.periodStart,
      current_period_end: reading.periodEnd,
      stripe_price_id: reading.priceId,
      monthly_price: cents(reading.priceCents),
      owed_amount: decimalFromCents(owed.reduce((sum, { dueCents }) => sum + dueCents, 0)),
      next_attempt_at: tries.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
      billing_anchor: reading.anchor,
      ...(reading.card && { card_brand: reading.card.brand, card_last4: reading.card.last4 }),
      frozen_from: freeze?.from ?? null,
      frozen_until: freeze?.until ?? null,
      is_frozen: freeze !== null && freeze.from <= now,
      canceled_at: reading.status === 'canceled' ? (reading.canceledAt ?? now) : null,
      provider_read_at: sql<string>`${reading.startedAt}::timestamptz`,
      next_check_at: nextCheck(reading, now),
    })
    .where('id', '=', before.id)
    .execute()
  return freeze
}

/** When to read it again if no event arrives: soon while a payment is pending, else after the period's end. */
function nextCheck({ status, periodEnd }: SubscriptionReading, now: Date): Date | null {
  if (membershipStates[status].over) return null
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)
  if (status === 'incomplete') return inMinutes(2)
  if (membershipStates[status].owes || !periodEnd) return inMinutes(6 * 60)
  const afterRenewal = new Date(periodEnd.getTime() + 90 * minuteMs)
  return afterRenewal > now ? afterRenewal : inMinutes(60)
}

/** Ends the hold on the spot, and records the accepted agreement. */
async function completeSignUp(
  tx: Tx,
  { id, user_id }: MembershipRow,
  { holdId }: SubscriptionReading,
): Promise<void> {
  const hold = await tx
    .updateTable('checkout_holds')
    .set({ status: 'completed' })
    .where(sql<string>`id::text`, '=', holdId ?? '')
    .where('purpose', '=', 'membership')
    .where('user_id', '=', user_id)
    .returning(['details', 'created_at'])
    .executeTakeFirst()
  const version = hold?.details.agreement_version
  if (!hold || typeof version !== 'string') return
  await tx
    .updateTable('subscriptions')
    .set({ agreement_version: version, agreement_accepted_at: hold.created_at })
    .where('id', '=', id)
    .where('agreement_version', 'is', null)
    .execute()
}
