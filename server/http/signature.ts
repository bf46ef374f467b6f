import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs a text so that it can be handed out and recognised later (HMAC-SHA-256, base64url, 43 characters).
 *
 * @param purpose what the signature is good for; one made for another purpose is not accepted.
 */
export const sign = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')

/** Whether `signature` is the one that `sign` makes; takes as long for a wrong one as for the right one. */
export function isSigned(secret: string, purpose: string, text: string, signature: string): boolean {
  const right = Buffer.from(sign(secret, purpose, text))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}
