/** What can be done with a session of a class, as data: the server's guard and the disabled checkbox read it alike. */
import type { ClassInstance, OwnClassSeat } from '../contract/classes.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { instantOf } from './time.ts'

export type SessionState = 'open' | 'registered' | 'canceled' | 'over' | 'full'

interface StateRule {
  /** What stands on the session in place of a choice; null where it can be chosen. */
  readonly label: string | null
  /** Why it cannot be booked; null where it can. */
  readonly refusal: ErrorCode | null
}

/** Only an open session can be selected and booked (spec 2 §2, §5). */
export const sessionRules: Readonly<Record<SessionState, StateRule>> = {
  open: { label: null, refusal: null },
  registered: { label: 'Registered', refusal: 'class_already_booked' },
  canceled: { label: 'Canceled', refusal: 'class_session_canceled' },
  over: { label: 'Over', refusal: 'class_session_over' },
  full: { label: 'Full', refusal: 'class_session_full' },
}

/**
 * The state of a session at an instant, for someone with or without a seat in it. A seat that is only held is one's
 * own checkout, which can be begun again although no other spot is left.
 */
export function sessionState(
  session: Pick<ClassInstance, 'class_date' | 'start_time' | 'status' | 'spots_left'>,
  own: OwnClassSeat['status'] | undefined,
  at: { readonly now: Date; readonly zone: string },
): SessionState {
  if (session.status === 'canceled') return 'canceled'
  if (own === 'registered' || own === 'paid') return 'registered'
  if (startOf(session, at.zone) <= at.now) return 'over'
  return session.spots_left > 0 || own === 'held' ? 'open' : 'full'
}

/** The instant at which a session begins: its wall time on its day, whatever the clocks do (decision 6). */
export const startOf = (
  { class_date, start_time }: { readonly class_date: string; readonly start_time: string },
  zone: string,
): Date => instantOf(class_date, start_time, zone, 'after')
