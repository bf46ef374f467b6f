import type { ClassInstance, HouseholdClassSeat } from '../../../shared/contract/programs/classes.ts'
import { type SessionState, sessionState } from '../../../shared/domain/programs/classSessions.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { ClassSearch } from './classSearch.ts'

/** Sessions on one page of the list (spec 2 §9). */
export const sessionsPerPage = 6

export interface SessionRow {
  readonly session: ClassInstance
  readonly state: SessionState
  /** An unfinished checkout of the family holds a seat in it. */
  readonly held: boolean
  /** Who of the family has a seat in it, where that is not only the customer. */
  readonly names: readonly string[]
}

/** A seat of the family, as far as the rows need it. */
type Seat = Pick<HouseholdClassSeat, 'class_instance_id' | 'status' | 'participant'>

/** The choices of the View filter. The first one hides sessions dated before today (spec 2 §2), and those that are full. */
export const sessionViews = [
  { view: undefined, label: 'Upcoming', none: 'No sessions are coming up.' },
  { view: 'available', label: 'Available', none: 'No session has a free spot right now.' },
  { view: 'past', label: 'Past', none: 'No session has taken place yet.' },
  { view: 'all', label: 'All', none: 'No sessions are planned yet.' },
] as const

export type SessionView = ClassSearch['view']

/**
 * Each session with its state at this moment, on the facility's clock: for the people who are coming, or for the customer
 * where nobody is chosen. Whoever has a seat in it cannot book it again.
 *
 * @param isFamily whether there is anybody but the customer, so that seats are named.
 */
export function sessionRows(
  instances: readonly ClassInstance[],
  seats: readonly Seat[],
  at: { readonly now: Date; readonly zone: string },
  isComing: (participant: Seat['participant']) => boolean = ({ is_self }) => is_self,
  isFamily = false,
): SessionRow[] {
  const bySession = Map.groupBy(seats, ({ class_instance_id }) => class_instance_id)
  return instances.map((session) => {
    const here = bySession.get(session.id) ?? []
    const registered = here.filter(({ status }) => status !== 'held')
    const held = here.some(({ status }) => status === 'held')
    const own = registered.find(({ participant }) => isComing(participant))?.status
    const named = isFamily || registered.some(({ participant }) => !participant.is_self)
    return {
      session,
      state: sessionState(session, own ?? (held ? 'held' : undefined), at),
      held,
      names: named
        ? registered.map(({ participant }) => (participant.is_self ? 'You' : participant.name))
        : [],
    }
  })
}

/** The rows that a view shows, by date; past sessions the latest first. */
export function rowsOf(
  view: SessionView,
  rows: readonly SessionRow[],
  at: { readonly now: Date; readonly zone: string },
): readonly SessionRow[] {
  const today = facilityDay(at.now, at.zone)
  const isPast = ({ session }: SessionRow) => session.class_date < today
  if (view === 'available') return rows.filter(({ state }) => state === 'open')
  if (view === 'past') return rows.filter(isPast).toReversed()
  return view === 'all' ? rows : rows.filter((row) => !isPast(row) && row.state !== 'full')
}

/** The sessions to come that are full, which the first view tells in one line. */
export const fullSessions = (rows: readonly SessionRow[]): readonly SessionRow[] =>
  rows.filter(({ state }) => state === 'full')

/** One page of rows; a page beyond the last is the last. */
export function pageOf<Row>(rows: readonly Row[], asked: number) {
  const pages = Math.max(1, Math.ceil(rows.length / sessionsPerPage))
  const page = Math.min(Math.max(1, asked), pages)
  return { page, pages, rows: rows.slice((page - 1) * sessionsPerPage, page * sessionsPerPage) }
}

type SessionTime = Pick<ClassInstance, 'class_date' | 'start_time' | 'end_time'>

/** 'Tue, Nov 24, 4:00–5:00 PM'. */
export const sessionName = (session: SessionTime): string =>
  `${formatDay(session.class_date)}, ${formatWallTimeRange(session)}`
