/**
 * Reads the hash of a recovery link, `access_token=…&type=recovery` (spec 1 §2.1). Null when it is none; the token is
 * empty when the link carries none.
 */
export function readRecoveryLink(hash: string): { token: string } | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  if (parameters.get('type') !== 'recovery') return null
  return { token: parameters.get('access_token') ?? '' }
}
