/** The part of `errors` about memberships as staff change them. */
export const membershipErrors = {
  membership_unknown: { status: 404, message: 'This membership does not exist.' },
  membership_over: { status: 409, message: 'This membership has ended. The person can join again.' },
  membership_ending: {
    status: 409,
    message: 'This membership ends with its period. Undo the cancellation first.',
  },
  membership_not_ending: { status: 409, message: 'This membership is not canceled.' },
  membership_frozen: {
    status: 409,
    message: 'This membership already has a freeze. End it to set another.',
  },
  membership_not_frozen: { status: 409, message: 'This membership has no freeze.' },
  membership_owes: {
    status: 409,
    message: 'A month is not paid yet. The membership can be frozen once it is paid.',
  },
  membership_owes_nothing: { status: 409, message: 'Nothing is owed for this membership.' },
  membership_freeze_late: {
    status: 409,
    message: 'The next charge just went through. Check the new dates and freeze again.',
  },
  membership_change_pending: {
    status: 409,
    message:
      'Another change of this membership is still on its way to the payment provider. Try again in a minute.',
  },
  membership_change_failed: {
    status: 409,
    message: 'This change could not be made. The membership is as it was.',
  },
  membership_refund_changed: {
    status: 409,
    message: 'The refund amount just changed. Check it again.',
  },
  membership_charge_declined: {
    status: 402,
    message: 'The card was declined. Email the member a link to enter another one.',
  },
  membership_member_gone: {
    status: 409,
    message:
      'The account of this member is deleted. The membership ends with its period, or at once if you end it.',
  },
  membership_no_address: { status: 409, message: 'This member has no email address.' },
} as const
