/** The text with its first letter as a capital: 'Pay on arrival' for 'pay on arrival'. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
