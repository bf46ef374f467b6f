import { capitalized } from '../../../shared/domain/capitalized.ts'

/** What a template is called on the screen: 'Booking confirmed' for 'booking-confirmed'. */
export function templateTitle(name: string): string {
  const words = name.replaceAll('-', ' ')
  return capitalized(words)
}
