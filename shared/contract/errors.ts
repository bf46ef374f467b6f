import { z } from 'zod'
import { closureErrors } from './facility/closureErrors.ts'
import { membershipErrors } from './memberships/membershipErrors.ts'
import { messageErrors } from './messages/messageErrors.ts'
import { reminderErrors } from './messages/reminderErrors.ts'
import { deskErrors } from './payments/deskErrors.ts'
import { peopleErrors } from './people/peopleErrors.ts'
import { campErrors } from './programs/campErrors.ts'
import { classErrors } from './programs/classErrors.ts'

/**
 * Every expected outcome that is not a success: its HTTP status and its sentence. Sentences quoted in the
 * specification are kept to the letter; details (which slots, which field) travel beside them.
 */
export const errors = {
  // Any operation may answer with these.
  invalid_input: { status: 400, message: 'Something is missing or isn’t valid.' },
  unauthenticated: { status: 401, message: 'Please log in first.' },
  forbidden: { status: 403, message: 'Your account may not do this.' },
  origin_refused: { status: 403, message: 'This request came from another site and was refused.' },
  not_found: { status: 404, message: 'There’s nothing here.' },
  method_not_allowed: { status: 405, message: 'This address does not take that kind of request.' },
  body_too_large: { status: 413, message: 'That is more data than this request may carry.' },
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
  unavailable: { status: 503, message: 'Booking is briefly unavailable. Please try again in a moment.' },

  cursor_invalid: {
    status: 400,
    message: 'This list cannot be continued from there. Please load it again from the start.',
  },

  // Cage bookings (spec 1 §5, §8).
  booking_login_required: { status: 401, message: 'You must be logged in to book.' },
  no_slots: { status: 400, message: 'No slots selected to book.' },
  cage_not_found: { status: 404, message: 'That cage does not exist.' },
  slot_unaligned: {
    status: 400,
    message: 'Sessions start on the hour or half hour and last whole half hours.',
  },
  slot_in_past: { status: 409, message: 'That time has already passed.' },
  slot_too_far_ahead: { status: 409, message: 'That day is not open for booking yet.' },
  facility_closed: { status: 409, message: 'The facility is closed at that time.' },
  slots_overlap_in_request: { status: 400, message: 'The same slot was selected twice.' },
  slots_taken: { status: 409, message: 'Someone else just booked part of your selection.' },
  member_reservation_limit: {
    status: 409,
    message:
      'Your membership doesn’t allow that many reservations at a time. Cancel one in your account, or book again when one is over.',
  },
  price_changed: {
    status: 409,
    message: 'The price has changed. Please check the new total and book again.',
  },

  // Limits on unpaid time (shared/domain/facility/limitTexts.ts makes longer sentences from the details).
  unpaid_hours_limit: {
    status: 409,
    message:
      'That is more unpaid time than we keep for one customer. Please cancel something, pay by card where we offer that, or call us.',
  },
  guest_hours_limit: {
    status: 409,
    message: 'That is more unpaid time than we keep for guests. Please log in or call us to book more.',
  },
  unpaid_camps_limit: {
    status: 409,
    message:
      'That is more camps to pay on arrival than we keep for one customer. Please pay by card or call us.',
  },
  open_checkouts_limit: {
    status: 409,
    message:
      'Too many card payments are open at once. Please finish or close one, or try again in a few minutes.',
  },
  checkout_hours_limit: {
    status: 409,
    message: 'That is more time than we hold for one card payment. Please pay for less at once, or call us.',
  },

  // Who takes part (decision record 030).
  participant_not_found: { status: 404, message: 'That person does not exist.' },
  participant_archived: {
    status: 409,
    message: 'That person is archived. Please restore them in the Family section of your profile first.',
  },

  // Canceling and moving bookings.
  booking_not_found: { status: 404, message: 'That booking does not exist.' },
  already_canceled: { status: 409, message: 'This is already canceled.' },
  already_over: { status: 409, message: 'This is over and can no longer be changed.' },
  already_started: { status: 409, message: 'This has already begun and can no longer be changed.' },
  change_too_late: {
    status: 409,
    message: 'This starts too soon to be canceled or moved online. Please call us.',
  },
  deletion_unconfirmed: {
    status: 409,
    message: 'Deleting this account cancels what is listed. To go on, send the ids of the list as shown_ids.',
  },
  changed_meanwhile: { status: 409, message: 'This was changed a moment ago. Please look at it again.' },
  move_changes_nothing: { status: 400, message: 'You already have that time.' },
  move_costs_more: {
    status: 409,
    message: 'That time costs more than you paid. Cancel this booking, then book the new time.',
  },

  // What staff change (spec 3 §7, decision 32; shared/domain/bookings/terms.ts has the rules).
  customer_not_found: { status: 404, message: 'That customer does not exist.' },
  customer_required: {
    status: 400,
    message: 'Please select a customer. You are the coach of this lesson: book it for a client.',
  },
  override_reason_required: {
    status: 409,
    message: 'This differs from the policy. Enter a reason, then try again.',
  },
  override_refused: { status: 403, message: 'Your role can’t change the price or the refund.' },
  refund_above_limit: {
    status: 403,
    message: 'That’s more than the front desk can refund at once. Ask an admin.',
  },
  refund_exceeds_paid: { status: 409, message: 'That’s more than was paid.' },
  not_one_group: {
    status: 409,
    message: 'These bookings don’t belong together anymore. Please look at them again.',
  },
  status_refused: { status: 409, message: 'Your role can’t set that status.' },
  paid_by_card: {
    status: 409,
    message: 'This was paid by card. Cancel it to refund the payment.',
  },
  payment_of_others: {
    status: 409,
    message: 'Someone else took this payment. Ask the front desk to void it.',
  },
  not_begun: { status: 409, message: 'This hasn’t started yet.' },
  camp_not_on_this_day: { status: 409, message: 'This camp has no session on that day.' },
  check_in_too_early: { status: 409, message: 'Check-in opens on the day itself.' },
  change_not_found: { status: 404, message: 'That change wasn’t found.' },
  undo_expired: { status: 409, message: 'It’s too late to undo this. Change it again instead.' },
  refunded_by_card: {
    status: 409,
    message: 'The card payment was refunded. Book it again.',
  },
  sale_kept: {
    status: 409,
    message: 'This was paid and has started, so it stays as the record of a sale. An admin can delete it.',
  },

  // Coaches and lessons (spec 1 §2.6, §5).
  coach_not_found: { status: 404, message: 'Coach not found.' },
  lesson_not_found: { status: 404, message: 'That lesson does not exist.' },
  lesson_time_required: { status: 400, message: 'Please select a date and time to book.' },
  online_payment_unavailable: {
    status: 400,
    message: 'Online payment is coming soon! Please select "Pay on Arrival".',
  },
  login_or_guest_required: {
    status: 401,
    message: 'You must be logged in or provide guest details to book.',
  },
  clocks_change: { status: 409, message: 'The clocks change during that time. Please choose another one.' },
  coach_unavailable: { status: 409, message: 'The coach does not give lessons at that time.' },
  lesson_time_taken: {
    status: 409,
    message: 'Someone else just booked that time. Please choose another one.',
  },
  no_free_cage: { status: 409, message: 'No cage is free at that time. Please choose another one.' },
  person_exists: {
    status: 409,
    message: 'Someone with an account has this phone number. Choose them, or book as a new guest.',
  },
  guest_lessons_limit: {
    status: 409,
    message: 'You already have 3 lessons coming up. Please create an account or call us to book more.',
  },

  // The coach portal (spec 3 §5, §8).
  coach_role_refused: { status: 403, message: 'Unable to set coach role.' },
  coach_setup_required: { status: 409, message: 'Please complete your coach profile first.' },
  bookings_stranded: {
    status: 409,
    message: 'You’re booked at some of the times you’re removing. Check them and confirm.',
  },
  checkout_open: {
    status: 409,
    message: 'A customer is paying for a lesson at that time right now. Please try again in 15 minutes.',
  },
  coach_away: { status: 409, message: 'The coach is off at that time. Choose another one.' },
  time_off_not_found: { status: 404, message: 'That time off does not exist.' },
  time_off_past: { status: 409, message: 'That time is over already.' },
  time_off_overlaps: {
    status: 409,
    message: 'You already have time off then. Delete it first, or choose another time.',
  },
  picture_unreadable: {
    status: 400,
    message: 'That file is not a picture we can read, or it is damaged. Please choose another one.',
  },
  picture_too_many_pixels: {
    status: 400,
    message: 'That picture has more than 50 megapixels. Please choose a smaller one.',
  },
  picture_too_small: {
    status: 400,
    message: 'That picture is too small. It needs at least 100 pixels on each side.',
  },
  storage_unavailable: {
    status: 503,
    message: 'Pictures can’t be changed right now. Please try again in a moment.',
  },

  // Forms that guests send (decision 27).
  form_check_failed: {
    status: 400,
    message: 'We couldn’t confirm that a person sent this. Wait a few seconds and try again.',
  },

  // Card payments (spec 1 §8, spec 2 §8; decisions 1–3, 16).
  payment_login_required: { status: 401, message: 'You need to be logged in to pay.' },
  payments_unavailable: {
    status: 503,
    message: 'Payment by card is not available here. Please pay on arrival.',
  },
  payment_configuration: {
    status: 503,
    message: 'There is a configuration issue with the payment system. Please contact support.',
  },
  payment_provider_unavailable: {
    status: 502,
    message: 'Payment cannot be started right now. You have not been charged. Please try again in a moment.',
  },
  payment_not_found: { status: 404, message: 'That payment does not exist.' },
  payment_not_completed: { status: 409, message: 'The payment provider has not confirmed this payment.' },
  webhook_signature: { status: 400, message: 'This event’s signature isn’t valid.' },
  nothing_to_pay: { status: 409, message: 'There is nothing to pay by card here.' },
  below_card_minimum: {
    status: 409,
    message: 'Card payments start at $0.50. Call us to settle a smaller amount.',
  },

  // Camps and classes (spec 2 §4, §5, §8).
  camp_not_found: { status: 404, message: 'That camp does not exist.' },
  registration_not_found: { status: 404, message: 'That registration does not exist.' },
  registration_closed: { status: 409, message: 'Registration Closed' },
  camp_full: { status: 409, message: 'Camp Full' },
  pay_on_arrival_unavailable: {
    status: 409,
    message: 'This camp is paid by card when registering.',
  },
  registered_again: {
    status: 409,
    message: 'They’ve registered again since, so this can’t be undone.',
  },
  registration_payment_not_found: {
    status: 404,
    message: 'Payment transaction not found for this registration.',
  },
  roster_not_found: { status: 404, message: 'That camp or class session does not exist.' },
  already_registered: { status: 409, message: 'You are already registered for this camp!' },
  // Answers name the people.
  birth_date_needed: {
    status: 409,
    message: 'This is for certain ages. Add the birth date of everyone you register.',
  },
  // Answers name the children.
  care_needed: {
    status: 409,
    message: 'Tell us first whom we call in an emergency, and of allergies.',
  },
  age_outside_range: { status: 409, message: 'This is for other ages.' },
  class_not_found: { status: 404, message: 'Class not found' },
  class_session_not_found: { status: 404, message: 'That class session does not exist.' },
  class_session_canceled: { status: 409, message: 'A selected session has been canceled.' },
  class_session_over: { status: 409, message: 'A selected session has already started.' },
  class_session_full: { status: 409, message: 'A selected session has no spots left.' },
  class_session_in_checkout: {
    status: 409,
    message:
      'Someone is paying for a spot in this session right now. Wait a few minutes, or cancel the session: that payment is then refunded automatically.',
  },
  class_already_booked: { status: 409, message: 'You have already booked a selected session.' },

  // Memberships (spec 2 §8).
  subscription_not_found: { status: 404, message: 'No active subscription found to cancel.' },
  membership_login_required: { status: 401, message: 'You must be logged in to sign up for a membership.' },
  already_enrolled: { status: 409, message: 'You already have a membership.' },
  membership_full: { status: 409, message: 'All founders spots are taken.' },
  membership_price_unknown: {
    status: 409,
    message: 'The membership has changed. Please reload the page and try again.',
  },
  membership_agreement_changed: {
    status: 409,
    message: 'The agreement has changed. Please read it again before you sign up.',
  },
  membership_in_progress: {
    status: 409,
    message: 'Your sign-up is already being processed. Please wait a moment and reload the page.',
  },
  membership_declined: {
    status: 402,
    message: 'Your card was declined. You have not been charged. Please try another card.',
  },
  stripe_customer_not_found: { status: 404, message: 'That customer does not exist.' },
  payment_method_not_found: { status: 404, message: 'That card does not exist. Please enter it again.' },
  membership_not_found: { status: 404, message: 'You have no membership.' },
  membership_not_billed: {
    status: 409,
    message: 'This membership is not paid by card. Please contact us to change how you pay.',
  },

  // Waivers and their signatures (decision record 101).
  // Answers name the waivers and the people.
  waiver_needed: { status: 409, message: 'A waiver must be signed first.' },
  waiver_not_found: { status: 404, message: 'That waiver does not exist.' },
  // The answer has the new text.
  waiver_changed: { status: 409, message: 'The waiver has changed. Please read it again, then sign.' },
  waiver_name_differs: { status: 409, message: 'Type your full name as it is in your account.' },
  waiver_adult_needed: {
    status: 409,
    message: 'A parent or guardian signs for anyone under 18. Please ask the front desk.',
  },
  waiver_link_invalid: {
    status: 404,
    message: 'This link doesn’t work anymore. Please ask the front desk for a new one.',
  },

  audit_entry_not_found: { status: 404, message: 'That audit log entry doesn’t exist.' },
  ...campErrors,
  ...messageErrors,
  ...classErrors,
  ...deskErrors,
  ...closureErrors,
  ...membershipErrors,
  ...peopleErrors,
  ...reminderErrors,
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
