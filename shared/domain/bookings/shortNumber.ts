/** The four signs by which a ticket is read out at the desk: without those that are taken for each other. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Five bits a sign, so that four signs are five hexadecimal digits. */
const shifts = [15, 10, 5, 0]

/** The short number of a booking, lesson or registration: the end of its id. Two of a million may share one. */
export function shortNumber(id: string): string {
  const end = Number.parseInt(id.slice(-5), 16)
  return shifts.map((shift) => SIGNS[(end >> shift) & 31]).join('')
}

/** The end of the ids that have this short number; null where it is none. */
export function idEndOf(typed: string): string | null {
  const values = [...typed.trim().toUpperCase()].map((sign) => SIGNS.indexOf(sign))
  if (values.length !== shifts.length || values.includes(-1)) return null
  const end = values.reduce((bits, value) => bits * 32 + value, 0)
  return end.toString(16).padStart(5, '0')
}
