import { createHmac, randomBytes } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'

/** Letters and digits that nobody takes for one another, five bits each. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of 120 random bits, so that no digest can be guessed back: 'k3m9-x0ab-…', six groups of four. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: 10 }, makeRecoveryCode)

function makeRecoveryCode(): string {
  const signs = [...randomBytes(24)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return signs.match(/.{4}/g)?.join('-') ?? ''
}

/**
 * Recovery codes are kept as keyed digests, so that nobody can read them back, with AUTH_SECRET neither. The library compares
 * what is kept with the digest of what was typed.
 */
export const recoveryCodeDigest = (secret: string, code: string): string =>
  DIGEST + createHmac('sha256', secret).update(`recovery code ${code}`).digest('base64url')

/** No code that the library makes has a colon. */
const DIGEST = 'hmac:'

/** How the library keeps an account's codes: it writes new ones, and those that are left once one was used. */
export const recoveryCodeStore = (secret: string) => ({
  encrypt: async (codes: string) => JSON.stringify(digestsOf(secret, codes)),
  /** Those of an earlier version are encrypted. */
  decrypt: async (kept: string) =>
    JSON.stringify(
      digestsOf(secret, kept.startsWith('[') ? kept : await symmetricDecrypt({ key: secret, data: kept })),
    ),
})

const digestsOf = (secret: string, codes: string): string[] =>
  (JSON.parse(codes) as string[]).map((code) =>
    code.startsWith(DIGEST) ? code : recoveryCodeDigest(secret, code),
  )
