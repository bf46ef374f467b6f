/** Memberships as the desk and admins see and change them (decision record 051). */

import {
  cancelMembership,
  freezeMembership,
  getMembership,
  getMembershipFigures,
  listMemberships,
  type MembershipChanged,
  mailCardUpdateLink,
  resumeMembership,
  retryMembershipPayment,
  unfreezeMembership,
} from '../../../shared/contract/memberships/staffMemberships.ts'
import { exportMemberships } from '../../../shared/contract/people/exports.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText } from '../../../shared/domain/time/timeFormat.ts'
import { wallClockOf } from '../../../shared/domain/time/wallClock.ts'
import type { Context } from '../../context.ts'
import { exportList } from '../../http/answers/csvDownload.ts'
import { type Call, endpoint, type Reply, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { refuseTooMany } from '../../http/limits/rateLimits.ts'
import type { SignedIn } from '../../http/session.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { staffTerms } from '../payments/changes/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { carryOut } from './carryOut.ts'
import { type Asked, askChange, owedCents } from './commands/askChange.ts'
import { enqueueCardLink } from './emails.ts'
import { allMemberships, membershipColumns } from './memberFile.ts'
import { isBilled } from './queries.ts'
import { readMembershipDetails } from './staffDetails.ts'
import { asStaffMembership, findStaffMembership, readFigures, readMemberships } from './staffList.ts'

export const staffMembershipEndpoints = [
  endpoint(listMemberships, async ({ db, query }) => {
    const page = await readMemberships(db, query)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(exportMemberships, async (call) => {
    const { time_zone } = await call.context.facility.get()
    return exportList(call, {
      name: 'members',
      table: 'subscriptions',
      columns: membershipColumns(wallClockOf(time_zone)),
      batches: allMemberships(call.context.db, call.query),
    })
  }),

  endpoint(getMembershipFigures, async ({ context }) => reply(await readFigures(context))),

  endpoint(getMembership, async ({ context, db, params, user }) => {
    const by = await actingStaff(context, user)
    if (by instanceof Refusal) return by
    const details = await readMembershipDetails(db, params.membership_id, by)
    return details ? reply(details) : refuse('membership_unknown')
  }),

  endpoint(cancelMembership, (call) => {
    const { when, refund_amount, ...body } = call.body
    if (when === 'period_end' && refund_amount > 0)
      return refuse('membership_refund_changed', { refund_amount: 0 })
    const refundCents = centsFromDollars(refund_amount)
    return change(call, { kind: 'end', atOnce: when === 'now', refundCents, ...asked(body) })
  }),

  endpoint(resumeMembership, (call) => change(call, { kind: 'resume', ...asked(call.body) })),

  endpoint(freezeMembership, (call) =>
    change(call, { kind: 'freeze', months: call.body.months, ...asked(call.body) }),
  ),

  endpoint(unfreezeMembership, (call) =>
    change(call, { kind: 'unfreeze', atOnce: call.body.when === 'now', ...asked(call.body) }),
  ),

  endpoint(retryMembershipPayment, (call) => change(call, { kind: 'pay', ...asked(call.body) })),

  endpoint(mailCardUpdateLink, async (call) => {
    const replay = await answeredBefore<{ message: string }>(call)
    if (replay) return replay
    const { limits } = call.context
    const subject = call.params.membership_id
    const tooMany = await refuseTooMany(limits, { name: 'card links to', subject, most: 5, seconds: 3_600 })
    if (tooMany) return tooMany
    const at = await purchaseContext(call.context)
    return runCommand(call, async (tx) => {
      const row = await findStaffMembership(tx, call.params.membership_id)
      if (!row) return refuse('membership_unknown')
      if (row.state === 'ended') return refuse('membership_over')
      if (!isBilled(row)) return refuse('membership_not_billed')
      if (row.user_id === null || row.email === null) return refuse('membership_no_address')
      const member = { id: row.user_id, full_name: row.full_name ?? '', email: row.email }
      await enqueueCardLink(tx, { member, owedCents: owedCents(row), event: call.requestId }, at)
      return reply({ message: `The link goes to ${row.email}.` })
    })
  }),
]

const asked = ({
  expected_revision,
  reason,
}: {
  expected_revision: number
  reason?: string | undefined
}) => ({
  expectedRevision: expected_revision,
  reason,
})

/** The member of staff who acts, with their terms, and the present moment. */
async function actingStaff(context: Context, { profile }: SignedIn) {
  const [terms, { time_zone: zone }] = await Promise.all([
    staffTerms(context.db, profile),
    context.facility.get(),
  ])
  if (terms instanceof Refusal) return terms
  const { refundLimitCents } = terms
  return { staffId: profile.id, refundLimitCents, now: context.clock.now(), zone }
}

type ChangeCall = Call<
  | typeof cancelMembership
  | typeof resumeMembership
  | typeof freezeMembership
  | typeof unfreezeMembership
  | typeof retryMembershipPayment
>

/** Writes down what is asked for, and carries it out once that is committed. */
async function change(call: ChangeCall, what: Asked): Promise<Reply<MembershipChanged> | Refusal> {
  const { context, params, user } = call
  const by = await actingStaff(context, user)
  if (by instanceof Refusal) return by
  const noted = await runCommand(call, async (tx) => {
    const id = await askChange(tx, params.membership_id, what, by)
    return id instanceof Refusal ? id : reply({ change_id: id })
  })
  if (noted instanceof Refusal) return noted
  const carried = await carryOut(context, noted.body.change_id)
  if (carried instanceof Refusal) return carried
  const row = await findStaffMembership(context.db, params.membership_id)
  if (!row) return refuse('membership_unknown')
  const membership = asStaffMembership(row)
  const pending = carried === 'asked'
  const message = pending
    ? 'The payment provider cannot be reached. The change is noted and made as soon as it can; the member is told then.'
    : messageOf(what, membership, by)
  return reply({ message, pending, membership })
}

function messageOf(
  { kind }: Asked,
  { name, ends_at, freeze, next_charge }: MembershipChanged['membership'],
  { now, zone }: { readonly now: Date; readonly zone: string },
) {
  const day = (instant: string | null | undefined) =>
    instant ? dayInText(facilityDay(instant, zone), facilityDay(now, zone)) : 'the end of the month'
  switch (kind) {
    case 'end':
      return `The membership of ${name} ends on ${day(ends_at)}.`
    case 'resume':
      return `The membership of ${name} goes on.`
    case 'freeze':
      return `The membership of ${name} is frozen from ${day(freeze?.from)} until ${day(freeze?.until)}.`
    case 'unfreeze':
      return freeze
        ? `The freeze of ${name} ends on ${day(freeze.until)}.`
        : `The membership of ${name} is not frozen any more.${next_charge ? ` Next charge: ${day(next_charge.at)}.` : ''}`
    case 'pay':
      return `${name} has paid.`
  }
}
