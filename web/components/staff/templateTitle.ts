/** What a template is called on the screen: 'Booking confirmed' for 'booking-confirmed'. */
export function templateTitle(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
