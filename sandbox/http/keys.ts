import { createHash, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../settings.ts'
import { unauthorized } from './problem.ts'

/** The scope of a key: a publishable key can only act on an intent whose client secret is given. */
export type KeyKind = 'secret' | 'publishable'

/**
 * Which of the two keys a request has: in `Authorization: Bearer` or Basic, or, from browsers, in `key`.
 *
 * @throws 401 without a key, and for an unknown one.
 */
export function keyKind(settings: Settings, authorization: string | undefined, inForm: unknown): KeyKind {
  const key = keyOf(authorization) ?? (typeof inForm === 'string' ? inForm : undefined)
  if (!key) throw unauthorized('You did not provide an API key.')
  if (same(key, settings.secretKey)) return 'secret'
  if (same(key, settings.publishableKey)) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`)
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (/^bearer$/i.test(scheme)) return value
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString().split(':')[0]
  return undefined
}

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Constant-time comparison. */
export const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(8)}${key.length > 16 ? key.slice(-4) : ''}`
