/** Camps as admins make and change them (spec 3 §5, §8). */
export const campErrors = {
  camp_places_taken: {
    status: 409,
    message: 'Not every time has 3 free cages and its coaches. Nothing was saved.',
  },
  camp_timeslot_past: {
    status: 409,
    message: 'A new time has already passed. Please check the date.',
  },
  camp_timeslot_unknown: {
    status: 409,
    message: 'One of those times was just removed. Load the camp again.',
  },
  camp_spots_below_taken: {
    status: 409,
    message: 'More spots than that are taken. Cancel registrations first, or keep more spots.',
  },
  camp_called_off: {
    status: 409,
    message: 'This camp was canceled, so it can’t be changed. Duplicate it to hold it on other days.',
  },
  camp_has_registrations: {
    status: 409,
    message: 'People have registered for this camp. Cancel it first: everyone is told and refunded.',
  },
  camp_registrations_changed: {
    status: 409,
    message: 'Registrations have changed since you looked. Please look at them again.',
  },
  camp_copies_too_many: {
    status: 400,
    message: 'That’s too many dates at once. Copy the camp to fewer at a time.',
  },
  camp_banner_unknown: {
    status: 400,
    message: 'That picture wasn’t uploaded here. Upload it again.',
  },
} as const satisfies Record<string, { status: number; message: string }>
