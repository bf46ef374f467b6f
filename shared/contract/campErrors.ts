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
    message: 'One of the times is gone meanwhile. Please load the camp again.',
  },
  camp_spots_below_taken: {
    status: 409,
    message: 'More spots are taken than that. Cancel registrations first, or keep more spots.',
  },
  camp_called_off: {
    status: 409,
    message: 'This camp was called off, so it cannot be changed. Duplicate it to hold it on other days.',
  },
  camp_has_registrations: {
    status: 409,
    message: 'People have registered for this camp. Call it off first: they are told and refunded.',
  },
  camp_registrations_changed: {
    status: 409,
    message: 'Registrations have changed since you looked. Please look at them again.',
  },
  camp_copies_too_many: {
    status: 400,
    message: 'That is too much at once. Please copy the camp to fewer dates at a time.',
  },
  camp_banner_unknown: {
    status: 400,
    message: 'That picture is not one that was uploaded here. Please upload it again.',
  },
} as const satisfies Record<string, { status: number; message: string }>
