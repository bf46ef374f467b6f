import { badRequest, conflict, forbidden, notFound } from '../refusals.ts'

/** Closures of cages and the facility's settings (decision record 041). */
export const closureErrors = {
  closure_not_found: notFound('That closure does not exist.'),
  closure_backwards: badRequest('A closure must end after it begins.'),
  closure_too_long: badRequest(
    'A closure lasts 92 days at most. Take the cage out of service for a longer time.',
  ),
  closure_past: conflict('That time is over already.'),
  closure_needs_admin: forbidden(
    'The front desk closes cages within one day, where nothing is booked. Please ask an admin for this.',
  ),
  closure_hits_changed: conflict(
    'What is booked there has changed since you looked. Please look at the list again.',
  ),
  closure_nothing_booked: conflict('Nothing is booked there that could be canceled.'),
  closure_run_active: conflict(
    'Bookings of this closure are being canceled right now. Please wait until that is finished.',
  ),
  closure_run_not_found: notFound('That run does not exist.'),
  camp_partly_closed: conflict(
    'The closure covers only part of this camp. Move those sessions, or cancel the registrations one by one.',
  ),
  settings_changed: conflict('Someone else just changed these settings. Look at them again.'),
  text_unusable: badRequest('This text cannot be shown where it belongs.'),
  logo_changed: conflict('Someone else just changed the logo. Look at theirs first.'),
  logo_missing: conflict('There is no such logo. Upload the one for light pages first.'),
  logo_too_small: badRequest('That logo is too small. It needs at least 32 pixels on each side.'),
  building_changed: conflict('Someone else just changed this picture. Look at theirs first.'),
  text_changed: conflict('Someone else just published this text. Look at theirs before you publish yours.'),
  set_by_environment: conflict('This is set where Dugout runs, and that has precedence. Change it there.'),
  mail_not_connected: conflict('There is no mail server yet. Enter and save one first.'),
  stripe_keys_refused: conflict('Stripe did not accept these keys.'),
  stripe_keys_untried: conflict(
    'Stripe doesn’t answer, so these keys couldn’t be tried. Nothing was saved. Try again in a moment.',
  ),
  not_test_mode: conflict('These are live keys. A test would charge a real card.'),
  picture_not_found: notFound('That picture does not exist.'),
  carousel_full: conflict('The home page shows up to 12 pictures. Delete one first.'),
  not_open_yet: conflict('This facility isn’t open for booking right now. Please check back soon.'),
  not_ready_to_open: conflict('Something that is needed before you open is still missing.'),
  doors_open_already: conflict('The doors are open already.'),
  not_the_demo: conflict('This is not the demo, so there is nothing to leave.'),
  doors_closed_already: conflict('The doors are closed already.'),
} as const satisfies Record<string, { status: number; message: string }>
