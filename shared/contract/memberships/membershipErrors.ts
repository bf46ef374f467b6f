import { conflict, notFound, paymentRequired } from '../refusals.ts'

/** The part of `errors` about memberships as staff change them. */
export const membershipErrors = {
  membership_unknown: notFound('This membership does not exist.'),
  membership_over: conflict('This membership has ended. The person can join again.'),
  membership_ending: conflict('This membership ends with its period. Undo the cancellation first.'),
  membership_not_ending: conflict('This membership is not canceled.'),
  membership_frozen: conflict('This membership already has a freeze. End it to set another.'),
  membership_not_frozen: conflict('This membership has no freeze.'),
  membership_owes: conflict('A month is not paid yet. The membership can be frozen once it is paid.'),
  membership_owes_nothing: conflict('Nothing is owed for this membership.'),
  membership_freeze_late: conflict(
    'The next charge just went through. Check the new dates and freeze again.',
  ),
  membership_change_pending: conflict(
    'Another change of this membership is still on its way to the payment provider. Try again in a minute.',
  ),
  membership_change_failed: conflict('This change could not be made. The membership is as it was.'),
  membership_refund_changed: conflict('The refund amount just changed. Check it again.'),
  membership_charge_declined: paymentRequired(
    'The card was declined. Email the member a link to enter another one.',
  ),
  membership_member_gone: conflict(
    'The account of this member is deleted. The membership ends with its period, or at once if you end it.',
  ),
  membership_no_address: conflict('This member has no email address.'),
} as const
