import type { Logger } from 'pino'
import type { RecentError } from '../../../shared/contract/facility/health.ts'
import type { Clock } from '../../clock.ts'

const KEPT = 20
const LONGEST_CAUSE = 200

interface ErrorFields {
  readonly request_id?: string | null
  readonly err?: unknown
  readonly reason?: string
  readonly method?: string
  readonly path?: string
  readonly status?: number
}

/**
 * The log, and the newest errors that went into it, kept in memory for whoever looks into Health. What is logged of one request is
 * one error: its cause first, then which request it was.
 */
export function keepErrors(
  log: Logger,
  clock: Clock,
): { readonly log: Logger; recent(): readonly RecentError[] } {
  const kept: RecentError[] = []
  const keeper = log.child({})
  const write = keeper.error.bind(keeper) as (...logged: unknown[]) => void
  keeper.error = (...logged: unknown[]) => {
    remember(kept, clock, logged)
    write(...logged)
  }
  return { log: keeper, recent: () => kept }
}

function remember(kept: RecentError[], clock: Clock, [first, text]: readonly unknown[]): void {
  const {
    request_id = null,
    err,
    reason,
    method,
    path,
    status,
  }: ErrorFields = typeof first === 'object' && first !== null ? first : {}
  const sentence = typeof first === 'string' ? first : String(text ?? '')
  const what = method && path ? `${method} ${path}` : sentence
  const cause = causeOf(err) || reason || (status ? `answered with ${status}` : '')
  const [newest] = kept
  if (newest && request_id !== null && newest.request_id === request_id) {
    kept[0] = { ...newest, what }
    return
  }
  kept.unshift({ at: clock.now().toISOString(), request_id, what, cause: cause.slice(0, LONGEST_CAUSE) })
  kept.length = Math.min(kept.length, KEPT)
}

/** The first line: those of PostgreSQL have no values of rows in it. */
const causeOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
