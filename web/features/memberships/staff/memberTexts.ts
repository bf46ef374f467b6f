import type {
  MembershipDetails,
  StaffMembership,
} from '../../../../shared/contract/memberships/staffMemberships.ts'
import { type MemberState, memberStateNames } from '../../../../shared/domain/memberships/memberLife.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { dayText } from '../../../components/staff/whenText.ts'

/** A state in the page's address; undefined for any other text. */
export const memberStateOf = (text: string | undefined): MemberState | undefined =>
  memberStateNames.find((state) => state === text)

/** What comes next for a member, in a line: the charge, the end, or what is owed. */
export function nextText(membership: StaffMembership, zone: string): string {
  const { state, ends_at, ending, freeze, next_charge, billed, owed, next_attempt_at, period_ends_at } =
    membership
  const day = (instant: string) => dayText(instant, zone)
  if (state === 'ended') return ends_at ? `Ended ${day(ends_at)}` : 'Ended'
  if (ending) return ends_at ? `Ends ${day(ends_at)}` : 'Ends with its period'
  if (state === 'past_due')
    return next_attempt_at
      ? `${formatAmount(owed)} owed, next try ${day(next_attempt_at)}`
      : billed
        ? `${formatAmount(owed)} owed, no further try`
        : 'Settled at the desk'
  if (next_charge) return `${formatAmount(next_charge.amount)} on ${day(next_charge.at)}`
  if (freeze) return `Resumes ${day(freeze.until)}`
  return period_ends_at ? `Runs until ${day(period_ends_at)}` : 'Runs on'
}

/** What is coming in a line of the list: a change on its way, a freeze, and what comes next. */
export function comingText(membership: StaffMembership, zone: string): string {
  const { state, ending, pending_change } = membership
  return [
    pending_change && 'Change on its way',
    state !== 'ended' && !ending && freezeText(membership, zone),
    nextText(membership, zone),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The freeze of a membership in a line; null without one. */
export function freezeText({ freeze }: Pick<StaffMembership, 'freeze'>, zone: string): string | null {
  if (!freeze) return null
  const until = dayText(freeze.until, zone)
  return freeze.begun ? `Frozen until ${until}` : `Freezes ${dayText(freeze.from, zone)} to ${until}`
}

type Change = MembershipDetails['changes'][number]

const changeNames: Record<Change['kind'], string> = {
  end: 'End',
  resume: 'Undo cancellation',
  freeze: 'Freeze',
  unfreeze: 'End freeze',
  pay: 'Retry payment',
}

/** What staff asked for, e.g. 'Freeze, Dec 10, 2026 to Feb 10, 2027'. */
export function changeText(change: Change, zone: string): string {
  const day = (instant: string) => dayText(instant, zone)
  const { kind, at_once, freeze_from, freeze_until, refund } = change
  return [
    changeNames[kind],
    kind === 'end' && (at_once ? 'now' : 'at the period’s end'),
    kind === 'freeze' && freeze_from && freeze_until && `${day(freeze_from)} to ${day(freeze_until)}`,
    kind === 'unfreeze' && (at_once ? 'now' : freeze_until && day(freeze_until)),
    refund > 0 && `refund ${formatAmount(refund)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const pendingText: Record<Change['kind'], string> = {
  end: 'The end of the membership is on its way to the payment provider.',
  resume: 'The undo of the cancellation is on its way to the payment provider.',
  freeze: 'The freeze is on its way to the payment provider.',
  unfreeze: 'The end of the freeze is on its way to the payment provider.',
  pay: 'The payment is on its way.',
}
