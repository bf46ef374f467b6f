import { sql } from 'kysely'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { Route } from '../../../shared/contract/route.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../db/database.ts'
import type { SignedIn } from '../session.ts'

/** What is noted in an hour at most: the log is never deleted, so nobody may fill it. */
const NOTED = { ofOne: 20, ofAll: 500, seconds: 3_600 } as const

interface RefusedReading {
  readonly route: Route
  readonly user: SignedIn
  readonly actor: Actor
  readonly code: ErrorCode
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * Notes in the audit log that a signed-in person was refused what they asked to read: by their role, or as a coach a record that
 * is not theirs, which answers like one that does not exist. Does not delay the answer.
 */
export function noteRefusedReading({ db, limits, log }: Context, refused: RefusedReading): void {
  const reason = reasonOf(refused)
  if (reason === null) return
  const { route, actor, params, user } = refused
  const write = async () => {
    const { id } = user.profile
    const one = { name: 'refused readings of', subject: id, most: NOTED.ofOne, seconds: NOTED.seconds }
    const all = { name: 'refused readings', subject: 'all', most: NOTED.ofAll, seconds: NOTED.seconds }
    // In this order: what one account has beyond its own limit must not use up that of all.
    if ((await limits.take(one)) !== null || (await limits.take(all)) !== null) return
    const record = Object.values(params).find((value) => /^[\da-f-]{36}$/i.test(value))
    const details = JSON.stringify({ reason, operation: route.operationId, ...(record && { record }) })
    await sql`select log_account_event(${id}, 'reading_refused', ${details}, ${id}, ${actor.clientInfo ?? null})`.execute(
      db,
    )
  }
  write().catch((error: unknown) => log.warn({ reason: String(error) }, 'a refused reading was not recorded'))
}

function reasonOf({ route, user, code, params }: RefusedReading) {
  if (route.method !== 'get' || route.access === 'public' || route.access === 'signed-in') return null
  if (code === 'second_factor_due') return code
  if (code === 'forbidden' || code === 'coach_role_refused') return 'forbidden'
  const isCoachs = user.accountRole === 'coach' && Object.keys(params).length > 0
  return isCoachs && code.endsWith('_not_found') ? 'not_found' : null
}
