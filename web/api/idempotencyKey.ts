/**
 * A random UUID, also on a plain-http address of the local network, where browsers leave `crypto.randomUUID` out.
 */
export function newIdempotencyKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/**
 * The header that makes a repeated change count once. Hold the key as long as the person means the same thing, so
 * that pressing the button again after a lost answer cannot act twice.
 */
export function idempotencyHeaders(key: string = newIdempotencyKey()): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key }
}
