import type { Config } from '../../config.ts'
import { keyId } from './leaf.ts'

/** The key that seals, and those that may have sealed before. */
export interface AuditKeys {
  readonly current: string
  /** The key with this id; undefined where it is not among the settings. */
  find(id: string): string | undefined
}

/** The keys of the settings: the current one, and earlier ones that still verify. */
export function auditKeys({
  secrets,
}: {
  secrets: Pick<Config['secrets'], 'audit' | 'auditOld'>
}): AuditKeys {
  const keys = new Map([secrets.audit, ...secrets.auditOld].map((key) => [keyId(key), key]))
  return { current: secrets.audit, find: (id) => keys.get(id) }
}
