import { z } from 'zod'
import { closureErrors } from './facility/closureErrors.ts'
import { membershipErrors } from './memberships/membershipErrors.ts'
import { deskErrors } from './payments/deskErrors.ts'
import { peopleErrors } from './people/peopleErrors.ts'
import { classErrors } from './programs/classErrors.ts'
import {
  badRequest,
  conflict,
  forbidden,
  notFound,
  paymentRequired,
  tooLarge,
  unauthorized,
  unavailable,
} from './refusals.ts'

/**
 * Every expected outcome that is not a success: its HTTP status and its sentence. Sentences quoted in the
 * specification are kept to the letter; details (which slots, which field) travel beside them.
 */
export const errors = {
  // Any operation may answer with these.
  invalid_input: badRequest('Something is missing or isn’t valid.'),
  unauthenticated: unauthorized('Please log in first.'),
  forbidden: forbidden('Your account may not do this.'),
  origin_refused: forbidden('This request came from another site and was refused.'),
  not_found: notFound('There’s nothing here.'),
  method_not_allowed: { status: 405, message: 'This address does not take that kind of request.' },
  body_too_large: tooLarge('That is more data than this request may carry.'),
  unsupported_media_type: { status: 415, message: 'Send the request body as JSON.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  too_many_streams: {
    status: 429,
    message: 'Too many live updates are open. Please close some tabs, or load the page again later.',
  },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: unavailable('Booking is briefly unavailable. Please try again in a moment.'),

  cursor_invalid: badRequest(
    'This list cannot be continued from there. Please load it again from the start.',
  ),

  // Cage bookings (spec 1 §5, §8).
  booking_login_required: unauthorized('You must be logged in to book.'),
  no_slots: badRequest('No slots selected to book.'),
  cage_not_found: notFound('That cage does not exist.'),
  slot_unaligned: badRequest('Sessions start on the hour or half hour and last whole half hours.'),
  slot_in_past: conflict('That time has already passed.'),
  slot_too_far_ahead: conflict('That day is not open for booking yet.'),
  facility_closed: conflict('The facility is closed at that time.'),
  slots_overlap_in_request: badRequest('The same slot was selected twice.'),
  slots_taken: conflict('Someone else just booked part of your selection.'),
  member_reservation_limit: conflict(
    'Your membership doesn’t allow that many reservations at a time. Cancel one in your account, or book again when one is over.',
  ),
  price_changed: conflict('The price has changed. Please check the new total and book again.'),

  // Limits on unpaid time (shared/domain/facility/limitTexts.ts makes longer sentences from the details).
  unpaid_hours_limit: conflict(
    'That is more unpaid time than we keep for one customer. Please cancel something, pay by card where we offer that, or call us.',
  ),
  guest_hours_limit: conflict(
    'That is more unpaid time than we keep for guests. Please log in or call us to book more.',
  ),
  unpaid_camps_limit: conflict(
    'That is more camps to pay on arrival than we keep for one customer. Please pay by card or call us.',
  ),
  open_checkouts_limit: conflict(
    'Too many card payments are open at once. Please finish or close one, or try again in a few minutes.',
  ),
  checkout_hours_limit: conflict(
    'That is more time than we hold for one card payment. Please pay for less at once, or call us.',
  ),

  // Who takes part (decision record 030).
  participant_not_found: notFound('That person does not exist.'),
  participant_archived: conflict(
    'That person is archived. Please restore them in the Family section of your profile first.',
  ),

  // Canceling and moving bookings.
  booking_not_found: notFound('That booking does not exist.'),
  already_canceled: conflict('This is already canceled.'),
  already_over: conflict('This is over and can no longer be changed.'),
  already_started: conflict('This has already begun and can no longer be changed.'),
  change_too_late: conflict('This starts too soon to be canceled or moved online. Please call us.'),
  deletion_unconfirmed: conflict(
    'Deleting this account cancels what is listed. To go on, send the ids of the list as shown_ids.',
  ),
  changed_meanwhile: conflict('This was changed a moment ago. Please look at it again.'),
  move_changes_nothing: badRequest('You already have that time.'),
  move_costs_more: conflict(
    'That time costs more than you paid. Cancel this booking, then book the new time.',
  ),

  // What staff change (spec 3 §7, decision 32; shared/domain/bookings/terms.ts has the rules).
  customer_not_found: notFound('That customer does not exist.'),
  customer_required: badRequest(
    'Please select a customer. You are the coach of this lesson: book it for a client.',
  ),
  override_reason_required: conflict('This differs from the policy. Enter a reason, then try again.'),
  override_refused: forbidden('Your role can’t change the price or the refund.'),
  refund_above_limit: forbidden('That’s more than the front desk can refund at once. Ask an admin.'),
  refund_exceeds_paid: conflict('That’s more than was paid.'),
  not_one_group: conflict('These bookings don’t belong together anymore. Please look at them again.'),
  status_refused: conflict('Your role can’t set that status.'),
  paid_by_card: conflict('This was paid by card. Cancel it to refund the payment.'),
  payment_of_others: conflict('Someone else took this payment. Ask the front desk to void it.'),
  not_begun: conflict('This hasn’t started yet.'),
  camp_not_on_this_day: conflict('This camp has no session on that day.'),
  check_in_too_early: conflict('Check-in opens on the day itself.'),
  rest_freed: conflict('The rest of this time was freed for others. Undo the no-show first.'),
  change_not_found: notFound('That change wasn’t found.'),
  undo_expired: conflict('It’s too late to undo this. Change it again instead.'),
  refunded_by_card: conflict('The card payment was refunded. Book it again.'),
  sale_kept: conflict(
    'This was paid and has started, so it stays as the record of a sale. An admin can delete it.',
  ),

  // Coaches and lessons (spec 1 §2.6, §5).
  coach_not_found: notFound('Coach not found.'),
  lesson_not_found: notFound('That lesson does not exist.'),
  lesson_time_required: badRequest('Please select a date and time to book.'),
  online_payment_unavailable: badRequest('Online payment is coming soon! Please select "Pay on Arrival".'),
  login_or_guest_required: unauthorized('You must be logged in or provide guest details to book.'),
  clocks_change: conflict('The clocks change during that time. Please choose another one.'),
  coach_unavailable: conflict('The coach does not give lessons at that time.'),
  lesson_time_taken: conflict('Someone else just booked that time. Please choose another one.'),
  no_free_cage: conflict('No cage is free at that time. Please choose another one.'),
  person_exists: conflict(
    'Someone with an account has this phone number. Choose them, or book as a new guest.',
  ),
  guest_lessons_limit: conflict(
    'You already have 3 lessons coming up. Please create an account or call us to book more.',
  ),

  // The coach portal (spec 3 §5, §8).
  coach_role_refused: forbidden('Unable to set coach role.'),
  coach_setup_required: conflict('Please complete your coach profile first.'),
  bookings_stranded: conflict('You’re booked at some of the times you’re removing. Check them and confirm.'),
  checkout_open: conflict(
    'A customer is paying for a lesson at that time right now. Please try again in 15 minutes.',
  ),
  coach_away: conflict('The coach is off at that time. Choose another one.'),
  time_off_not_found: notFound('That time off does not exist.'),
  time_off_past: conflict('That time is over already.'),
  time_off_overlaps: conflict('You already have time off then. Delete it first, or choose another time.'),
  picture_unreadable: badRequest(
    'That file is not a picture we can read, or it is damaged. Please choose another one.',
  ),
  picture_too_many_pixels: badRequest(
    'That picture has more than 50 megapixels. Please choose a smaller one.',
  ),
  picture_too_small: badRequest('That picture is too small. It needs at least 100 pixels on each side.'),
  storage_unavailable: unavailable('Pictures can’t be changed right now. Please try again in a moment.'),

  // Forms that guests send (decision 27).
  form_check_failed: badRequest(
    'We couldn’t confirm that a person sent this. Wait a few seconds and try again.',
  ),

  // Card payments (spec 1 §8, spec 2 §8; decisions 1–3, 16).
  payment_login_required: unauthorized('You need to be logged in to pay.'),
  payments_unavailable: unavailable('Payment by card is not available here. Please pay on arrival.'),
  payment_configuration: unavailable(
    'There is a configuration issue with the payment system. Please contact support.',
  ),
  payment_provider_unavailable: {
    status: 502,
    message: 'Payment cannot be started right now. You have not been charged. Please try again in a moment.',
  },
  payment_not_found: notFound('That payment does not exist.'),
  payment_not_completed: conflict('The payment provider has not confirmed this payment.'),
  webhook_signature: badRequest('This event’s signature isn’t valid.'),
  nothing_to_pay: conflict('There is nothing to pay by card here.'),
  below_card_minimum: conflict('Card payments start at $0.50. Call us to settle a smaller amount.'),

  // Camps and classes (spec 2 §4, §5, §8).
  camp_not_found: notFound('That camp does not exist.'),
  registration_not_found: notFound('That registration does not exist.'),
  registration_closed: conflict('Registration Closed'),
  camp_full: conflict('Camp Full'),
  pay_on_arrival_unavailable: conflict('This camp is paid by card when registering.'),
  registered_again: conflict('They’ve registered again since, so this can’t be undone.'),
  registration_payment_not_found: notFound('Payment transaction not found for this registration.'),
  roster_not_found: notFound('That camp or class session does not exist.'),
  already_registered: conflict('You are already registered for this camp!'),
  // Answers name the people.
  birth_date_needed: conflict('This is for certain ages. Add the birth date of everyone you register.'),
  // Answers name the children.
  care_needed: conflict('Tell us first whom we call in an emergency, and of allergies.'),
  age_outside_range: conflict('This is for other ages.'),
  class_not_found: notFound('Class not found'),
  class_session_not_found: notFound('That class session does not exist.'),
  class_session_canceled: conflict('A selected session has been canceled.'),
  class_session_over: conflict('A selected session has already started.'),
  class_session_full: conflict('A selected session has no spots left.'),
  class_session_in_checkout: conflict(
    'Someone is paying for a spot in this session right now. Wait a few minutes, or cancel the session: that payment is then refunded automatically.',
  ),
  class_already_booked: conflict('You have already booked a selected session.'),

  // Memberships (spec 2 §8).
  subscription_not_found: notFound('No active subscription found to cancel.'),
  membership_login_required: unauthorized('You must be logged in to sign up for a membership.'),
  already_enrolled: conflict('You already have a membership.'),
  membership_full: conflict('All founders spots are taken.'),
  membership_price_unknown: conflict('The membership has changed. Please reload the page and try again.'),
  membership_agreement_changed: conflict(
    'The agreement has changed. Please read it again before you sign up.',
  ),
  membership_in_progress: conflict(
    'Your sign-up is already being processed. Please wait a moment and reload the page.',
  ),
  membership_declined: paymentRequired(
    'Your card was declined. You have not been charged. Please try another card.',
  ),
  stripe_customer_not_found: notFound('That customer does not exist.'),
  payment_method_not_found: notFound('That card does not exist. Please enter it again.'),
  membership_not_found: notFound('You have no membership.'),
  membership_not_billed: conflict(
    'This membership is not paid by card. Please contact us to change how you pay.',
  ),

  // Waivers and their signatures (decision record 101).
  // Answers name the waivers and the people.
  waiver_needed: conflict('A waiver must be signed first.'),
  waiver_not_found: notFound('That waiver does not exist.'),
  // The answer has the new text.
  waiver_changed: conflict('The waiver has changed. Please read it again, then sign.'),
  waiver_name_differs: conflict('Type your full name as it is in your account.'),
  waiver_adult_needed: conflict('A parent or guardian signs for anyone under 18. Please ask the front desk.'),
  waiver_link_invalid: notFound('This link doesn’t work anymore. Please ask the front desk for a new one.'),

  // Camps as admins make and change them (spec 3 §5, §8).
  camp_places_taken: conflict('Not every time has 3 free cages and its coaches. Nothing was saved.'),
  camp_timeslot_past: conflict('A new time has already passed. Please check the date.'),
  camp_timeslot_unknown: conflict('One of those times was just removed. Load the camp again.'),
  camp_spots_below_taken: conflict(
    'More spots than that are taken. Cancel registrations first, or keep more spots.',
  ),
  camp_called_off: conflict(
    'This camp was canceled, so it can’t be changed. Duplicate it to hold it on other days.',
  ),
  camp_has_registrations: conflict(
    'People have registered for this camp. Cancel it first: everyone is told and refunded.',
  ),
  camp_registrations_changed: conflict(
    'Registrations have changed since you looked. Please look at them again.',
  ),
  camp_copies_too_many: badRequest('That’s too many dates at once. Copy the camp to fewer at a time.'),
  camp_banner_unknown: badRequest('That picture wasn’t uploaded here. Upload it again.'),

  // Messages: unsubscribing, texts, delivery, contact (spec 1 §8, spec 2 §8, spec 3 §8; decision 26).
  email_missing: badRequest('No email address provided.'),
  unsubscribe_link_invalid: badRequest('This unsubscribe link is not valid. Please request a new one.'),
  template_not_found: notFound('That email template does not exist.'),
  template_invalid: badRequest('This text can’t be sent as it is.'),
  message_not_found: notFound('That message does not exist any more.'),
  message_not_failed: conflict('Only a message that could not be delivered can be sent again.'),
  message_not_sent: conflict('This message was not sent yet, so there is nothing to repeat.'),
  message_has_link: conflict(
    'This message had a personal link that works once. Ask the person to request a new one.',
  ),
  message_copied: conflict('This message was sent again a moment ago. Please wait a few minutes.'),
  contact_message_not_found: notFound('That message does not exist any more.'),
  contact_email_missing: conflict('This visitor left no email address. Please call instead.'),

  // Reminders, and messages to everybody of a session (decision record 050). Each refusal says what to do instead.
  reminder_nobody: conflict('No one is registered, so there’s no one to write to.'),
  // They are listed with their phone numbers.
  reminder_nobody_reachable: conflict('No one registered has an email address. Call them.'),
  reminder_over: conflict(
    'This is over, so there’s nothing to remind anyone of. You can still send a message.',
  ),
  reminder_sent_today: conflict('This was already sent today. Confirm to send it again.'),
  reminder_nobody_new: conflict('Everyone registered got it today.'),
  reminder_run_not_found: notFound('There is no such reminder or message.'),

  audit_entry_not_found: notFound('That audit log entry doesn’t exist.'),
  ...classErrors,
  ...deskErrors,
  ...closureErrors,
  ...membershipErrors,
  ...peopleErrors,
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The body of every answer that is not a success. */
export const problem = z.object({
  code: z.string().meta({ description: 'A stable code to branch on.', example: 'slots_taken' }),
  message: z.string().meta({ description: 'A sentence for a person.' }),
  details: z.unknown().optional().meta({ description: 'What the code is about, e.g. the slots or fields.' }),
  request_id: z.string().optional(),
})
export type Problem = z.infer<typeof problem>
