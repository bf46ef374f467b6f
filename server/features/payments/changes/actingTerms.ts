/** The terms of a change together with who makes it: what the commands of bookings and lessons take. */

import type { Role } from '../../../../shared/contract/fields.ts'
import {
  canOverride,
  outcomeOf,
  type Rule,
  type Terms,
  terms,
} from '../../../../shared/domain/bookings/terms.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import type { TimeWanted } from '../../places/takingTime.ts'
import type { PurchaseContext } from '../purchase.ts'
import type { RefundWay } from '../refunds/refunds.ts'

export interface ActingTerms extends Terms {
  /** The account that acts, which a refund names; null for a guest. */
  readonly actorId: string | null
  /** Why rules are broken, as it was written; null where nothing was. */
  readonly overrideReason: string | null
  /** What staff write to the customer in the message about it; empty for nothing. */
  readonly line: string
  /** Whether the customer would be told by these terms and is not to be. */
  readonly customerUntold: boolean
  /** The most that may be refunded, in cents; null: no limit. */
  readonly refundLimitCents: number | null
  /** 'desk' to give refunds by hand also where a card paid. */
  readonly refundWay?: RefundWay | undefined
  /** The payment that is refunded, where staff refund one; without it all that paid the thing. */
  readonly refundOf?: string | undefined
}

/** What a command takes beside the change itself: the moment and the facility, the terms, and where it names the time. */
export interface Acting {
  readonly at: PurchaseContext
  readonly terms: ActingTerms
  readonly time: TimeWanted
}

/** The terms of a customer or guest who books for themselves, or changes what is their own. */
export const customerTerms = (actorId: string | null): ActingTerms => ({
  ...terms.customer,
  actorId,
  overrideReason: null,
  line: '',
  customerUntold: false,
  refundLimitCents: null,
})

/** What one of the staff chose to tell the customer. */
export interface Telling {
  readonly tell: boolean
  readonly message?: string | undefined
}

/**
 * Terms by the role of the account that acts for someone else. Customers have none.
 *
 * @param telling narrows whom the terms tell; a lesson's coach is told in any case.
 */
export async function staffTerms(
  db: Db,
  staff: { readonly id: string; readonly role: Role },
  overrideReason: string | null = null,
  { tell, message = '' }: Telling = { tell: true },
): Promise<ActingTerms | Refusal> {
  if (staff.role === 'user') return refuse('forbidden')
  const of = terms[staff.role]
  return {
    ...of,
    actorId: staff.id,
    // The reason of a party that may override nothing would stand in the audit log as if it had.
    overrideReason: Object.values(of.rules).includes('reason') ? overrideReason : null,
    tells: tell ? of.tells : of.tells.filter((side) => side !== 'person'),
    line: message,
    customerUntold: !tell && of.tells.includes('person'),
    refundLimitCents: of.refundLimited ? await deskRefundLimit(db) : null,
  }
}

async function deskRefundLimit(db: Db): Promise<number> {
  const { desk_refund_limit } = await db
    .selectFrom('facility')
    .select('desk_refund_limit')
    .executeTakeFirstOrThrow()
  return centsFromDollars(desk_refund_limit)
}

/**
 * What a broken rule comes to under these terms: its refusal; or null where the rule is waived, or overridden by a
 * reason. Where a reason would do, the refusal's details say so: `override` is the rule's name.
 *
 * @param refusal the rule's own; null when it is not broken.
 */
export function underTerms(
  acting: Pick<ActingTerms, 'rules' | 'overrideReason'>,
  rule: Rule,
  refusal: Refusal | null,
): Refusal | null {
  if (refusal === null || outcomeOf(acting, rule, acting.overrideReason) !== 'refused') return null
  if (!canOverride(acting, rule)) return refusal
  return refuse(refusal.code, { ...(refusal.details ?? {}), override: rule }, refusal.message)
}

/** Keeps the override reason in the audit log, with every row that the change writes after this. */
export async function keepOverrideReason(tx: Tx, { overrideReason }: ActingTerms): Promise<void> {
  if (overrideReason !== null) await describeInAudit(tx, `Override: ${overrideReason}`)
}
