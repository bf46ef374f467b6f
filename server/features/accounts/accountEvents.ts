import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Actor, Db } from '../../db/database.ts'
import { addressClass } from '../../http/limits/addressClass.ts'
import type { RateLimits } from '../../http/limits/rateLimits.ts'
import { describeDevice } from './devices/deviceName.ts'

/** An account event, for the log and the audit trail. Never contains a password, a token, an e-mail or a full address. */
export interface AccountEvent {
  readonly event:
    | 'signed_in'
    | 'sign_in_refused'
    | 'password_changed'
    | 'password_change_refused'
    | 'password_reset'
    | 'password_proof_refused'
    | 'session_ended'
    | 'second_factor_asked'
    | 'second_factor_on'
    | 'second_factor_off'
    | 'second_factor_reset'
    | 'second_factor_refused'
    | 'recovery_codes_renewed'
  /** The account's id; null if no account has the e-mail that was typed. */
  readonly account: string | null
  readonly reason?: string
  /** Whether the account had signed in on that device before. */
  readonly known_device?: boolean
  readonly sessions?: number
}

/** The origin of a request, as recorded. */
export interface EventOrigin {
  /** Empty where it is unknown. */
  readonly address: string
  readonly headers: Headers
}

/** One line of the log, at level info. */
export const logEvent = (log: Logger, origin: EventOrigin, event: AccountEvent): void =>
  log.info({ ...event, ...originFields(origin) }, 'account')

/** The log line of sessions that another event ended; none if there were none. */
export function logEnded(
  log: Logger,
  origin: EventOrigin,
  ended: { account: string; reason: string; sessions: number },
): void {
  if (ended.sessions > 0) logEvent(log, origin, { event: 'session_ended', ...ended })
}

type KnownAccountEvent = AccountEvent & { readonly account: string }

export type RefusalReason =
  | 'wrong_password'
  | 'wrong_code'
  | 'too_many_attempts'
  | 'not_confirmed'
  | 'password_too_short'

/**
 * Writes the log line, and an entry of the audit trail for events that no trigger records: a password that was changed or
 * refused. Triggers write the beginning and end of sessions.
 */
export async function recordEvent(
  parts: { db: Db; log: Logger; actor: Actor },
  origin: EventOrigin,
  event: KnownAccountEvent,
): Promise<void> {
  logEvent(parts.log, origin, event)
  await writeEvent(parts, origin, event)
}

const writeEvent = (
  { db, actor }: { db: Db; actor: Actor },
  origin: EventOrigin,
  { event, account, ...more }: KnownAccountEvent,
) =>
  sql`select log_account_event(
    ${account}, ${event}, ${JSON.stringify({ ...more, ...originFields(origin) })}, ${actor.userId}, ${actor.clientInfo ?? null}
  )`.execute(db)

const NOTED_SECONDS = 3_600

/**
 * Records a refused password without delaying the answer: it must take the same time where there is no account. The log
 * has every refusal. The audit trail, which is never deleted, has per hour at most twenty wrong passwords and one
 * refusal for too many attempts.
 */
export function noteRefusal(
  parts: { db: Db; log: Logger; limits: RateLimits; actor: Actor },
  origin: EventOrigin,
  refusal: AccountEvent & { reason: RefusalReason },
): void {
  const { event, account, reason } = refusal
  logEvent(parts.log, origin, refusal)
  if (account === null) return
  const write = async () => {
    const most = reason === 'too_many_attempts' ? 1 : 20
    const limit = { name: `${event} noted`, subject: `${account} ${reason}`, most, seconds: NOTED_SECONDS }
    if ((await parts.limits.take(limit)) === null) await writeEvent(parts, origin, { ...refusal, account })
  }
  write().catch((error: unknown) => parts.log.warn({ reason: String(error) }, 'a refusal was not recorded'))
}

const originFields = ({ address, headers }: EventOrigin) => ({
  device: describeDevice(headers.get('user-agent')).name,
  network: addressClass(address),
})
