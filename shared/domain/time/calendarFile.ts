/** The most bookings, lessons and registrations that one calendar file is asked for. */
export const mostInCalendarFile = 50

/**
 * Where the calendar file of own bookings, lessons and registrations is, for the session that asks; null for none and for
 * more than one file has.
 *
 * @param ids of any kind, mixed as they come.
 */
export const calendarFilePath = (ids: readonly string[]): string | null =>
  ids.length > 0 && ids.length <= mostInCalendarFile ? `/api/me/calendar.ics?id=${ids.join(',')}` : null
