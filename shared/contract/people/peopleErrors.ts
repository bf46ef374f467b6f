import { badRequest, conflict, forbidden, notFound, tooLarge, unauthorized } from '../refusals.ts'

/**
 * The part of `errors` about people: their accounts, their families, and how staff keep them. Each code has its HTTP
 * status and its sentence; sentences quoted in the specification are kept to the letter.
 */
export const peopleErrors = {
  // Accounts (spec 1 §5, §8).
  invalid_credentials: unauthorized('Invalid login credentials'),
  email_not_confirmed: forbidden('Email not confirmed'),
  staff_password_too_short: forbidden(
    'Staff accounts need a longer password. Please reset your password to log in.',
  ),
  second_factor_due: forbidden(
    'Your role needs a code as well as a password. Set up two-step login to continue.',
  ),
  second_factor_on: conflict('Two-step login is already on.'),
  second_factor_off: conflict('Two-step login is not on.'),
  second_factor_required: conflict('Your role needs two-step login: it cannot be turned off.'),
  sign_in_step_over: unauthorized(
    'That took too long, or too many codes were wrong. Enter your password again.',
  ),
  one_time_code_wrong: badRequest(
    'That code isn’t right, or was used before. Each code works once: try the next one.',
  ),
  proof_required: forbidden('Please confirm it’s you.'),
  own_account_refused: conflict('You can’t do that to your own account.'),
  terms_not_accepted: badRequest('Please accept the Terms and Conditions.'),
  current_password_wrong: badRequest('The current password is not right.'),
  password_too_short: badRequest('Password must be at least 6 characters long.'),
  password_too_long: badRequest('Password must be at most 128 characters long.'),
  password_common: badRequest('This password is too common. Please choose another one.'),
  password_from_name: badRequest('Password must not be made of your name or the name of the facility.'),
  password_guessable: badRequest(
    'This password is easy to guess. Try three or four words that do not belong together.',
  ),
  confirmation_link_invalid: badRequest(
    'This confirmation link does not work. Please sign up again to get a new one.',
  ),
  setup_code_invalid: forbidden(
    'That code doesn’t work. Codes are valid for 24 hours: start Dugout again for a new one.',
  ),
  confirmation_link_expired: badRequest('This confirmation link has expired.'),
  confirmation_link_used: conflict('This link was used already: your email is confirmed. Please log in.'),
  sign_up_elsewhere: conflict(
    'Someone signed up with your email in another browser. Open the link again and say whether it was you.',
  ),
  account_exists: conflict(
    'There is an account with this email already, and this link changes nothing. Please log in.',
  ),
  recovery_link_invalid: badRequest('Invalid or expired reset link. Please request a new password reset.'),

  // Sign-in, security and personal data.
  session_not_found: notFound('That device is not logged in.'),
  email_unchanged: badRequest('That is already the email of your account.'),
  email_change_link_invalid: badRequest(
    'This link is not valid or no longer works. Please ask for the change again.',
  ),
  calendar_not_found: notFound('There is no calendar at this address.'),
  deletion_not_confirmed: badRequest('Please type DELETE to confirm.'),
  deletion_blocked: conflict('You have paid bookings coming up. Cancel them first.'),
  staff_account_kept: forbidden(
    'Coaches and admins cannot delete their own account. Please ask an admin of the facility.',
  ),

  // Families: who takes part, their adults, invitations (decision 31).
  participant_exists: conflict('Someone with that name is already in your family.'),
  participants_limit: conflict('A family can have 20 people. Archive someone first.'),
  participant_has_upcoming: conflict('Something is still booked for this person.'),
  participant_shared: conflict(
    'Another adult looks after this person too. Please leave instead, or remove the other adult first.',
  ),
  birth_date_in_future: badRequest('The birth date is in the future.'),
  account_under_age: badRequest(
    'Accounts are for people 13 and over. A parent can create the account and add the child to the family.',
  ),
  account_name_kept: conflict('This is your own name. Please change it in your profile.'),
  account_not_archived: conflict('You cannot archive or delete yourself here.'),
  account_not_shared: conflict('Only you manage what you book for yourself.'),
  adult_not_found: notFound('That adult does not exist.'),
  adult_already: conflict('This email already belongs to an adult who looks after them.'),
  adult_not_removable: forbidden(
    'This adult joined before you. You can only remove adults who joined later.',
  ),
  last_adult: conflict(
    'You’re the only adult who looks after this person. Archive them, or wait until another adult joins.',
  ),
  invitation_not_found: notFound('That invitation does not exist.'),
  invitation_to_self: badRequest('That is your own email.'),
  invitations_limit: conflict('Too many invitations are waiting for an answer. Withdraw one first.'),
  invitation_link_invalid: notFound('This invitation does not work any more. Please ask for a new one.'),
  invitation_for_other_address: forbidden(
    'This invitation went to another email. Please log in with the account of that email.',
  ),
  invitation_for_adults: forbidden('Only adults can accept this invitation.'),

  // Profiles that staff entered, taken over with a link (decision record 096).
  profile_not_invitable: conflict('This profile has an email or an account already, or isn’t active.'),
  invitation_for_customers: forbidden(
    'This invitation is for a customer. Log in with a customer’s account, not with one of the staff.',
  ),
  invitation_obstructed: conflict(
    'Your account and this profile can’t be joined yet: both have a membership or a spot in the same session, or a payment is under way. Ask the front desk.',
  ),

  // People and coaches, as staff keep them (spec 3 §2; decisions 28, 32).
  user_not_found: notFound('That user does not exist.'),
  user_exists: conflict('There is already a user with this email.'),
  last_admin: conflict('This is the only admin. Make another user an admin first.'),
  role_needs_email: conflict('This user has no email and can’t log in, so the role stays customer.'),
  staff_contact_kept: forbidden('Staff change their own name and phone number. An admin can do it too.'),
  staff_sessions_kept: forbidden('Only an admin can log out a member of staff.'),
  person_merged: conflict('This record was merged into another one. Please continue there.'),
  note_not_found: notFound('That note does not exist any more.'),
  note_of_others: forbidden('Only the person who wrote a note can change it.'),

  // Merging two records of one person (decision record 040).
  merge_with_self: badRequest('These are the same record. Please choose another one.'),
  merge_obstructed: conflict('These records can’t be merged yet. See what’s blocking it.'),
  merge_not_found: notFound('That merge does not exist any more, or was reversed already.'),
  merge_over: conflict('A merge can be reversed for 24 hours. This one is older.'),
  merge_not_last: conflict('The record was merged again since. Reverse the newer merge first.'),
  merge_address_taken: conflict(
    'Someone has since signed up with the merged record’s email. Merge or delete that account first.',
  ),
  coach_account_taken: conflict('This account is linked to another coach already.'),
  coach_account_is_staff: conflict(
    'This account belongs to the desk or to an admin. Please change its role first.',
  ),
  coach_still_active: conflict('This user is an active coach. Please deactivate the coach first.'),

  // Bringing people along (decision record 097).
  import_unreadable: badRequest('This can’t be read as a table. Save the spreadsheet as CSV and try again.'),
  import_empty: badRequest('Nothing to import: put headings in the first row and people below.'),
  import_too_many_rows: tooLarge(
    'A file can have 20,000 rows. Split this one and import the parts one by one.',
  ),
  import_too_many_columns: tooLarge(
    'A file can have 100 columns. Delete the ones you don’t need and try again.',
  ),
  import_not_found: notFound('That import doesn’t exist anymore.'),
  import_not_now: conflict('This import has moved on. Look at where it is now.'),
  import_has_nothing: conflict('There’s nothing to import: no row has anything new.'),
  import_undo_expired: conflict('An import can be undone for a day. This one is older.'),
  import_in_use: conflict('Some of these people have done something since.'),
} as const satisfies Record<string, { status: number; message: string }>
