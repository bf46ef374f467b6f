/**
 * The part of `errors` about people: their accounts, their families, and how staff keep them. Each code has its HTTP
 * status and its sentence; sentences quoted in the specification are kept to the letter.
 */
export const peopleErrors = {
  // Accounts (spec 1 §5, §8).
  invalid_credentials: { status: 401, message: 'Invalid login credentials' },
  email_not_confirmed: { status: 403, message: 'Email not confirmed' },
  staff_password_too_short: {
    status: 403,
    message: 'Staff accounts need a longer password. Please reset your password to log in.',
  },
  second_factor_due: {
    status: 403,
    message: 'Your role needs a code as well as a password. Set up two-step login to continue.',
  },
  second_factor_on: { status: 409, message: 'Two-step login is already on.' },
  second_factor_off: { status: 409, message: 'Two-step login is not on.' },
  second_factor_required: {
    status: 409,
    message: 'Your role needs two-step login: it cannot be turned off.',
  },
  sign_in_step_over: {
    status: 401,
    message: 'That took too long, or too many codes were wrong. Enter your password again.',
  },
  one_time_code_wrong: {
    status: 400,
    message: 'That code isn’t right, or was used before. Each code works once: try the next one.',
  },
  proof_required: { status: 403, message: 'Please confirm it’s you.' },
  own_account_refused: { status: 409, message: 'You can’t do that to your own account.' },
  terms_not_accepted: { status: 400, message: 'Please accept the Terms and Conditions.' },
  current_password_wrong: { status: 400, message: 'The current password is not right.' },
  password_too_short: { status: 400, message: 'Password must be at least 6 characters long.' },
  password_too_long: { status: 400, message: 'Password must be at most 128 characters long.' },
  password_common: { status: 400, message: 'This password is too common. Please choose another one.' },
  password_from_name: {
    status: 400,
    message: 'Password must not be made of your name or the name of the facility.',
  },
  password_guessable: {
    status: 400,
    message: 'This password is easy to guess. Try three or four words that do not belong together.',
  },
  confirmation_link_invalid: {
    status: 400,
    message: 'This confirmation link does not work. Please sign up again to get a new one.',
  },
  setup_code_invalid: {
    status: 403,
    message: 'That code doesn’t work. Codes are valid for 24 hours: start Dugout again for a new one.',
  },
  confirmation_link_expired: { status: 400, message: 'This confirmation link has expired.' },
  confirmation_link_used: {
    status: 409,
    message: 'This link was used already: your email is confirmed. Please log in.',
  },
  sign_up_elsewhere: {
    status: 409,
    message:
      'Someone signed up with your email in another browser. Open the link again and say whether it was you.',
  },
  account_exists: {
    status: 409,
    message: 'There is an account with this email already, and this link changes nothing. Please log in.',
  },
  recovery_link_invalid: {
    status: 400,
    message: 'Invalid or expired reset link. Please request a new password reset.',
  },

  // Sign-in, security and personal data.
  session_not_found: { status: 404, message: 'That device is not logged in.' },
  email_unchanged: { status: 400, message: 'That is already the email of your account.' },
  email_change_link_invalid: {
    status: 400,
    message: 'This link is not valid or no longer works. Please ask for the change again.',
  },
  calendar_not_found: { status: 404, message: 'There is no calendar at this address.' },
  deletion_not_confirmed: { status: 400, message: 'Please type DELETE to confirm.' },
  deletion_blocked: {
    status: 409,
    message: 'You have paid bookings coming up. Cancel them first.',
  },
  staff_account_kept: {
    status: 403,
    message: 'Coaches and admins cannot delete their own account. Please ask an admin of the facility.',
  },

  // Families: who takes part, their adults, invitations (decision 31).
  participant_exists: { status: 409, message: 'Someone with that name is already in your family.' },
  participants_limit: {
    status: 409,
    message: 'A family can have 20 people. Archive someone first.',
  },
  participant_has_upcoming: { status: 409, message: 'Something is still booked for this person.' },
  participant_shared: {
    status: 409,
    message:
      'Another adult looks after this person too. Please leave instead, or remove the other adult first.',
  },
  birth_date_in_future: { status: 400, message: 'The birth date is in the future.' },
  account_under_age: {
    status: 400,
    message:
      'Accounts are for people 13 and over. A parent can create the account and add the child to the family.',
  },
  account_name_kept: { status: 409, message: 'This is your own name. Please change it in your profile.' },
  account_not_archived: { status: 409, message: 'You cannot archive or delete yourself here.' },
  account_not_shared: { status: 409, message: 'Only you manage what you book for yourself.' },
  adult_not_found: { status: 404, message: 'That adult does not exist.' },
  adult_already: { status: 409, message: 'This email already belongs to an adult who looks after them.' },
  adult_not_removable: {
    status: 403,
    message: 'This adult joined before you. You can only remove adults who joined later.',
  },
  last_adult: {
    status: 409,
    message:
      'You’re the only adult who looks after this person. Archive them, or wait until another adult joins.',
  },
  invitation_not_found: { status: 404, message: 'That invitation does not exist.' },
  invitation_to_self: { status: 400, message: 'That is your own email.' },
  invitations_limit: {
    status: 409,
    message: 'Too many invitations are waiting for an answer. Withdraw one first.',
  },
  invitation_link_invalid: {
    status: 404,
    message: 'This invitation does not work any more. Please ask for a new one.',
  },
  invitation_for_other_address: {
    status: 403,
    message: 'This invitation went to another email. Please log in with the account of that email.',
  },
  invitation_for_adults: { status: 403, message: 'Only adults can accept this invitation.' },

  // Profiles that staff entered, taken over with a link (decision record 096).
  profile_not_invitable: {
    status: 409,
    message: 'This profile has an email or an account already, or isn’t active.',
  },
  invitation_for_customers: {
    status: 403,
    message:
      'This invitation is for a customer. Log in with a customer’s account, not with one of the staff.',
  },
  invitation_obstructed: {
    status: 409,
    message:
      'Your account and this profile can’t be joined yet: both have a membership or a spot in the same session, or a payment is under way. Ask the front desk.',
  },

  // People and coaches, as staff keep them (spec 3 §2; decisions 28, 32).
  user_not_found: { status: 404, message: 'That user does not exist.' },
  user_exists: { status: 409, message: 'There is already a user with this email.' },
  last_admin: {
    status: 409,
    message: 'This is the only admin. Make another user an admin first.',
  },
  role_needs_email: {
    status: 409,
    message: 'This user has no email and can’t log in, so the role stays customer.',
  },
  staff_contact_kept: {
    status: 403,
    message: 'Staff change their own name and phone number. An admin can do it too.',
  },
  staff_sessions_kept: { status: 403, message: 'Only an admin can log out a member of staff.' },
  person_merged: {
    status: 409,
    message: 'This record was merged into another one. Please continue there.',
  },
  note_not_found: { status: 404, message: 'That note does not exist any more.' },
  note_of_others: { status: 403, message: 'Only the person who wrote a note can change it.' },

  // Merging two records of one person (decision record 040).
  merge_with_self: { status: 400, message: 'These are the same record. Please choose another one.' },
  merge_obstructed: {
    status: 409,
    message: 'These records can’t be merged yet. See what’s blocking it.',
  },
  merge_not_found: { status: 404, message: 'That merge does not exist any more, or was reversed already.' },
  merge_over: { status: 409, message: 'A merge can be reversed for 24 hours. This one is older.' },
  merge_not_last: {
    status: 409,
    message: 'The record was merged again since. Reverse the newer merge first.',
  },
  merge_address_taken: {
    status: 409,
    message:
      'Someone has since signed up with the merged record’s email. Merge or delete that account first.',
  },
  coach_account_taken: { status: 409, message: 'This account is linked to another coach already.' },
  coach_account_is_staff: {
    status: 409,
    message: 'This account belongs to the desk or to an admin. Please change its role first.',
  },
  coach_still_active: {
    status: 409,
    message: 'This user is an active coach. Please deactivate the coach first.',
  },

  // Bringing people along (decision record 097).
  import_unreadable: {
    status: 400,
    message: 'This can’t be read as a table. Save the spreadsheet as CSV and try again.',
  },
  import_empty: {
    status: 400,
    message: 'Nothing to import: put headings in the first row and people below.',
  },
  import_too_many_rows: {
    status: 413,
    message: 'A file can have 20,000 rows. Split this one and import the parts one by one.',
  },
  import_too_many_columns: {
    status: 413,
    message: 'A file can have 100 columns. Delete the ones you don’t need and try again.',
  },
  import_not_found: { status: 404, message: 'That import doesn’t exist anymore.' },
  import_not_now: { status: 409, message: 'This import has moved on. Look at where it is now.' },
  import_has_nothing: { status: 409, message: 'There’s nothing to import: no row has anything new.' },
  import_undo_expired: { status: 409, message: 'An import can be undone for a day. This one is older.' },
  import_in_use: { status: 409, message: 'Some of these people have done something since.' },
} as const satisfies Record<string, { status: number; message: string }>
