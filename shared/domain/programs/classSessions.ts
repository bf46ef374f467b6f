/** The states of a class session as data, used by the server's checks and by the page's checkboxes. */

import type { ErrorCode } from '../../contract/errors.ts'
import type { ClassInstance, OwnClassSeat } from '../../contract/programs/classes.ts'
import { instantOf } from '../time/time.ts'

export type SessionState = 'open' | 'registered' | 'canceled' | 'over' | 'full'

interface StateRule {
  /** The label shown in place of the checkbox; null where the session can be selected. */
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
 * The state of a session at an instant, for a person with or without a seat in it. A seat that is only held belongs to
 * the person's own checkout, which can be resumed even though no other spot is left.
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

/** The instant at which a session begins: its wall time on its day, also across a clock change (decision 6). */
export const startOf = (
  { class_date, start_time }: { readonly class_date: string; readonly start_time: string },
  zone: string,
): Date => instantOf(class_date, start_time, zone, 'after')
