/**
 * A number as people type or paste it: '24', '24.', '24.50', '.5', '1,200', '$1,250.00', '15 %'. NaN for anything else, an
 * empty field too: the contract's schema then says what to enter.
 */
export function readNumber(text: string): number {
  const plain = text.replace(/^\s*\$?\s*|\s*%?\s*$/g, '')
  const digits = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return /^(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN
}

/** Dollars as a field shows them: '24.50'; '' for none. */
export const moneyText = (dollars: number): string => (Number.isNaN(dollars) ? '' : dollars.toFixed(2))
