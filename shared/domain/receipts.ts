/** The receipt number that people read and type, e.g. 'R-1A2B3C4D': the first eight digits of the payment's id. */
export const receiptNumber = (paymentId: string): string => `R-${paymentId.slice(0, 8).toUpperCase()}`

/**
 * The ids that a typed receipt number can be of, as bounds for an index; null for text that is none.
 */
export function receiptRange(text: string): { from: string; to: string } | null {
  const digits = /^\s*r-?([0-9a-f]{8})\s*$/i.exec(text)?.[1]?.toLowerCase()
  if (!digits) return null
  return { from: `${digits}-0000-0000-0000-000000000000`, to: `${digits}-ffff-ffff-ffff-ffffffffffff` }
}
