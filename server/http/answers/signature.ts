import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs a text (HMAC-SHA-256, base64url, 43 characters), so that it can be verified when it comes back.
 *
 * @param purpose what the signature is good for; one made for another purpose is not accepted.
 */
export const sign = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')

/** Whether `signature` is the one that `sign` makes. Constant-time. */
export function isSigned(secret: string, purpose: string, text: string, signature: string): boolean {
  const right = Buffer.from(sign(secret, purpose, text))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}
