import { capitalized } from '../capitalized.ts'

/** What a template is called unless its name was edited: 'Booking confirmed' for 'booking-confirmed'. */
export const templateTitle = (key: string): string => capitalized(key.replaceAll('-', ' '))
