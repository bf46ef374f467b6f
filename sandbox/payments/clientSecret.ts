import { type KeyKind, same } from '../http/keys.ts'
import { missing, unauthorized } from '../http/problem.ts'

/**
 * Checks that a request with a publishable key has the intent's client secret.
 *
 * @throws 401 without a secret, 404 with a wrong one, which does not reveal that the intent exists.
 */
export function requireClientSecret(
  kind: 'payment_intent' | 'setup_intent',
  intent: { id: string; client_secret: string | null },
  given: string | undefined,
  by: KeyKind,
): void {
  if (given === undefined) {
    if (by === 'secret') return
    throw unauthorized('A publishable key needs the client_secret.', 'secret_key_required')
  }
  if (!same(given, intent.client_secret ?? '')) throw missing(kind, intent.id, 'client_secret')
}
