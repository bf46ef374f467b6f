/** Closures of cages and the facility's settings (decision record 041). */
export const closureErrors = {
  closure_not_found: { status: 404, message: 'That closure does not exist.' },
  closure_backwards: { status: 400, message: 'A closure must end after it begins.' },
  closure_too_long: {
    status: 400,
    message: 'A closure lasts 92 days at most. Take the cage out of service for a longer time.',
  },
  closure_past: { status: 409, message: 'That time is over already.' },
  closure_needs_admin: {
    status: 403,
    message:
      'The front desk closes cages within one day, where nothing is booked. Please ask an admin for this.',
  },
  closure_hits_changed: {
    status: 409,
    message: 'What is booked there has changed since you looked. Please look at the list again.',
  },
  closure_nothing_booked: { status: 409, message: 'Nothing is booked there that could be canceled.' },
  closure_run_active: {
    status: 409,
    message: 'Bookings of this closure are being canceled right now. Please wait until that is finished.',
  },
  closure_run_not_found: { status: 404, message: 'That run does not exist.' },
  camp_partly_closed: {
    status: 409,
    message:
      'The closure covers only part of this camp. Move those sessions, or cancel the registrations one by one.',
  },
  settings_changed: {
    status: 409,
    message: 'Someone else just changed these settings. Look at them again.',
  },
  text_unusable: {
    status: 400,
    message: 'This text cannot be shown where it belongs.',
  },
  logo_changed: {
    status: 409,
    message: 'Someone else just changed the logo. Look at theirs first.',
  },
  logo_missing: { status: 409, message: 'There is no such logo. Upload the one for light pages first.' },
  logo_too_small: {
    status: 400,
    message: 'That logo is too small. It needs at least 32 pixels on each side.',
  },
  text_changed: {
    status: 409,
    message: 'Someone else just published this text. Look at theirs before you publish yours.',
  },
  set_by_environment: {
    status: 409,
    message: 'This is set where Dugout runs, and that has precedence. Change it there.',
  },
  mail_not_connected: { status: 409, message: 'There is no mail server yet. Enter and save one first.' },
  stripe_keys_refused: { status: 409, message: 'Stripe did not accept these keys.' },
  not_test_mode: { status: 409, message: 'These are live keys. A test would charge a real card.' },
  picture_not_found: { status: 404, message: 'That picture does not exist.' },
  carousel_full: {
    status: 409,
    message: 'The home page shows up to 12 pictures. Delete one first.',
  },
  not_open_yet: {
    status: 409,
    message: 'This facility isn’t open for booking right now. Please check back soon.',
  },
  not_ready_to_open: { status: 409, message: 'Something that is needed before you open is still missing.' },
  doors_open_already: { status: 409, message: 'The doors are open already.' },
  not_the_demo: { status: 409, message: 'This is not the demo, so there is nothing to leave.' },
  doors_closed_already: { status: 409, message: 'The doors are closed already.' },
} as const satisfies Record<string, { status: number; message: string }>
