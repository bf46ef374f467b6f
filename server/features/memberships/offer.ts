import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { readPlainText, wordsOf } from '../../../shared/domain/facility/plainText.ts'
import { noticeTerm, reservationsTerm, spotsLeft } from '../../../shared/domain/memberships/memberships.ts'
import { centsFromDollars, dollarsFromCents, formatDollars } from '../../../shared/domain/money/money.ts'
import { taxIn } from '../../../shared/domain/money/salesTax.ts'
import type { Db } from '../../db/database.ts'
import { readPublicText } from '../facility/publicTexts.ts'

/**
 * The current offer of the membership (spec 2 §2, decision 20). A spot that the person holds in a
 * checkout counts as free for that person.
 *
 * @param priceId the provider's price; empty where nothing can be paid by card.
 */
export async function readOffer(
  db: Db,
  asking: { userId: string | null; now: Date },
  priceId: string,
): Promise<MembershipOffer> {
  const row = await db
    .selectFrom('facility')
    .select([
      'membership_monthly_price',
      'tax_memberships',
      sql<string>`membership_charge()`.as('charge'),
      'founders_cap',
      'member_cage_discount_percent',
      'member_class_discount_percent',
      'membership_notice_days',
      'member_reservation_limit',
    ])
    .select(spotsTaken(asking).as('taken'))
    .executeTakeFirstOrThrow()
  const cents = centsFromDollars(row.membership_monthly_price)
  const charge = centsFromDollars(row.charge)
  const tax = taxIn(charge, Number(row.tax_memberships))
  const cageDiscount = Number(row.member_cage_discount_percent)
  const classDiscount = Number(row.member_class_discount_percent)
  const { body } = await readPublicText(db, 'membership-agreement')
  const agreement = readPlainText(body, {
    monthly_price: formatDollars(cents) + (charge === cents ? '' : ` plus ${formatDollars(tax)} sales tax`),
    cage_discount: `${cageDiscount}%`,
    class_discount: `${classDiscount}%`,
    notice: noticeTerm(row.membership_notice_days),
    reservations: reservationsTerm(row.member_reservation_limit),
  }).map(({ title, blocks }) => ({ title, text: blocks.map(wordsOf).join('\n\n') }))
  return {
    price_id: priceId === '' ? null : priceId,
    monthly_price: dollarsFromCents(cents),
    monthly_charge: dollarsFromCents(charge),
    ...(tax > 0 && { monthly_tax: dollarsFromCents(tax) }),
    founders_cap: row.founders_cap,
    spots_left: spotsLeft(row.founders_cap, row.taken),
    member_cage_discount_percent: cageDiscount,
    member_class_discount_percent: classDiscount,
    membership_notice_days: row.membership_notice_days,
    member_reservation_limit: row.member_reservation_limit,
    agreement,
    agreement_version: hash('sha256', JSON.stringify([agreement, charge]), 'hex').slice(0, 16),
  }
}

/** Live memberships and other people's live checkouts; an expired hold does not count. */
const spotsTaken = ({ userId, now }: { userId: string | null; now: Date }) => sql<number>`(
  membership_spots_taken(${userId}::uuid) - (
    select count(*) from checkout_holds
    where purpose = 'membership' and status = 'held' and expires_at <= ${now.toISOString()}::timestamptz
      and user_id is distinct from ${userId}::uuid
  ))::integer`
