import type { FacilityHours } from '../facility/openingHours.ts'

/** The hours of the specification: weekdays 16:00 to 21:00, Saturday 09:00 to 18:00, Sunday closed. */
export const regularWeek: FacilityHours = {
  opening_hours: [
    ...[1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, opens: '16:00', closes: '21:00' })),
    { day_of_week: 6, opens: '09:00', closes: '18:00' },
  ],
  special_days: [],
}

export const chicago = 'America/Chicago'
