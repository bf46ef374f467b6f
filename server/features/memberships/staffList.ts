import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  getMembershipFigures,
  listMemberships,
  StaffMembership,
} from '../../../shared/contract/memberships/staffMemberships.ts'
import { changesAllowed, memberStateNames } from '../../../shared/domain/memberships/memberLife.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { keyId, keyInstant, keysetList, type Page } from '../../db/keyset.ts'
import { hasWord, searchWords } from '../../db/searchWords.ts'
import { Refusal } from '../../refusal.ts'
import { readOffer } from './offer.ts'
import { currentPriceId } from './prices.ts'
import { isBilled, isMemberGone, selectMemberships } from './queries.ts'

const byJoining = keysetList(
  'memberships',
  [keyInstant('membership.joined_at'), keyId('membership.id')],
  'desc',
)

/**
 * A page of all memberships, who joined last first. Every word of the search is in the member's name, e-mail or phone number.
 *
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function readMemberships(
  db: Db,
  query: z.output<(typeof listMemberships)['query']>,
): Promise<Page<StaffMembership> | Refusal> {
  const start = byJoining.open(query)
  if (start instanceof Refusal) return start
  const words = searchWords(query.search_query)
  let rows = withPending(db)
  if (query.state) rows = rows.where('membership.state', '=', query.state)
  if (query.user_id) rows = rows.where('membership.user_id', '=', query.user_id)
  if (words?.length === 0) rows = rows.where(sql<boolean>`false`)
  for (const { people } of words ?? []) {
    const text = sql.ref('people_index.search')
    rows = rows.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('people_index')
          .select('people_index.id')
          .whereRef('people_index.id', '=', 'membership.user_id')
          .where('people_index.kind', '=', 'account')
          .where(hasWord(text, people)),
      ),
    )
  }
  const page = await byJoining.read(rows, start)
  return { ...page, items: page.items.map(asStaffMembership) }
}

/** One membership as staff see it; null where there is none. */
export async function findStaffMembership(db: Db, id: string): Promise<StaffRow | null> {
  return (await withPending(db).where('membership.id', '=', id).executeTakeFirst()) ?? null
}

const withPending = (db: Db) =>
  selectMemberships(db).select(({ selectFrom }) =>
    selectFrom('membership_changes as change')
      .select('change.kind')
      .whereRef('change.subscription_id', '=', 'membership.id')
      .where('change.state', '=', 'asked')
      .as('pending_change'),
  )
export type StaffRow = NonNullable<Awaited<ReturnType<ReturnType<typeof withPending>['executeTakeFirst']>>>

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** A row of the members' list as staff read it. */
export function asStaffMembership(row: StaffRow): StaffMembership {
  const state = row.state ?? 'ended'
  const over = state === 'ended'
  const ending = row.cancel_at_period_end && !over
  const { frozen_from: from, frozen_until: until, is_frozen: begun } = row
  const freeze =
    from && until && !over ? { from: from.toISOString(), until: until.toISOString(), begun } : null
  const price = row.monthly_price === null ? null : dollarsFromDecimal(row.monthly_price)
  const owed = over ? 0 : dollarsFromDecimal(row.owed_amount)
  const billed = isBilled(row)
  const charge = freeze?.until ?? iso(row.current_period_end)
  const isCharged = billed && !over && !ending && state !== 'past_due'
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.full_name ?? 'Deleted user',
    email: row.email,
    phone: row.phone_number,
    revision: row.version,
    state,
    since: (row.joined_at ?? new Date(0)).toISOString(),
    ending,
    ends_at: over ? iso(row.canceled_at) : ending ? iso(row.current_period_end) : null,
    period_ends_at: over ? null : iso(row.current_period_end),
    freeze,
    monthly_price: price,
    next_charge: isCharged && charge && price !== null ? { at: charge, amount: price } : null,
    owed,
    next_attempt_at: over ? null : iso(row.next_attempt_at),
    card: row.card_brand && row.card_last4 ? { brand: row.card_brand, last4: row.card_last4 } : null,
    billed,
    pending_change: row.pending_change,
    allowed: row.pending_change
      ? []
      : changesAllowed({ state, ending, freezing: freeze !== null, billed, memberGone: isMemberGone(row) }),
  }
}

/** How many members there are by state, and what new members are offered. */
export async function readFigures(
  context: Context,
): Promise<z.output<(typeof getMembershipFigures)['answer']>> {
  const [rows, offer] = await Promise.all([
    context.db
      .selectFrom('subscriptions')
      .select(['state', ({ fn }) => fn.countAll<string>().as('count')])
      .where('joined_at', 'is not', null)
      .groupBy('state')
      .execute(),
    readOffer(context.db, { userId: null, now: context.clock.now() }, await currentPriceId(context)),
  ])
  const countOf = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return {
    counts: Object.fromEntries(memberStateNames.map((state) => [state, countOf(state)])) as Record<
      (typeof memberStateNames)[number],
      number
    >,
    founders_cap: offer.founders_cap,
    spots_left: offer.spots_left,
    monthly_price: offer.monthly_price,
    on_sale: offer.price_id !== null,
  }
}
