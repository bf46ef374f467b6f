/** Which sessions a class has once it is saved (decision 14). Pure: what is free and what is written is decided elsewhere. */

import { type SeasonSlot, slotKey } from '../../../../shared/domain/programs/classSeason.ts'

/** A session of the class that has not begun, canceled or not. */
export interface ExistingSession extends SeasonSlot {
  readonly id: string
  readonly status: 'active' | 'canceled'
  readonly coach_id: string | null
  /** The line of the schedule for which it stands, where it was moved by hand. */
  readonly moved_from_date: string | null
  readonly moved_from_start: string | null
  /** Canceled because the schedule no longer had it. */
  readonly off_schedule: boolean
  readonly cages: readonly string[]
  /** Registrations that are not canceled, and live checkout holds. */
  readonly people: number
  /** Whether a registration or checkout refers to it, canceled ones too: its row is history then. */
  readonly attached: boolean
}

/** A session as it is to be after the save. */
export interface StandingSession {
  /** Null: it is made. A canceled one comes back. */
  readonly session: ExistingSession | null
  readonly slot: SeasonSlot
  readonly coachId: string | null
  /** The schedule has it, staff moved it by hand, or it is kept for its registrations although the schedule has it no more. */
  readonly because: 'schedule' | 'moved' | 'registered'
}

export interface SessionPlan {
  readonly standing: readonly StandingSession[]
  readonly removed: readonly ExistingSession[]
  /** Of the schedule, canceled by staff. */
  readonly canceled: readonly SeasonSlot[]
  /** How many registered sessions have a new time on their day. */
  readonly movable: number
}

/**
 * Compares the sessions to come with those that the schedule wants. A session is the schedule's by date and start; one that
 * staff moved counts for the date from which it was moved, and stays where it is. What staff canceled stays canceled.
 *
 * @param wanted of the schedule, less closed days and what is left out.
 * @param coach of the class, before and after: sessions that another coach teaches keep theirs.
 * @param registered what becomes of sessions with registrations that are not wanted any more.
 */
export function planSessions(
  existing: readonly ExistingSession[],
  wanted: readonly SeasonSlot[],
  coach: { readonly before: string | null; readonly after: string | null },
  registered: 'keep' | 'move',
): SessionPlan {
  const coachOf = (session: ExistingSession) =>
    session.coach_id === coach.before ? coach.after : session.coach_id
  const byOrigin = new Map(existing.map((session) => [originKey(session), session]))
  const byTime = new Map(existing.map((session) => [slotKey(session), session]))
  const matched = new Set<ExistingSession>()
  const standing: StandingSession[] = []
  const canceled: SeasonSlot[] = []
  const unfilled: SeasonSlot[] = []
  for (const slot of wanted) {
    const session = byOrigin.get(slotKey(slot)) ?? byTime.get(slotKey(slot))
    if (!session) {
      unfilled.push(slot)
      continue
    }
    matched.add(session)
    if (session.status === 'canceled' && !session.off_schedule) canceled.push(slot)
    else if (session.moved_from_date !== null)
      standing.push({ session, slot: timeOf(session), coachId: coachOf(session), because: 'moved' })
    else standing.push({ session, slot, coachId: coachOf(session), because: 'schedule' })
  }
  const unwanted = existing.filter((session) => !matched.has(session) && session.status === 'active')
  const moves = pairByDay(
    unwanted.filter(({ people }) => people > 0),
    unfilled,
  )
  const filled = new Set<SeasonSlot>()
  for (const session of unwanted.filter(({ people }) => people > 0)) {
    const slot = registered === 'move' ? moves.get(session) : undefined
    if (slot) filled.add(slot)
    const because = slot ? ('schedule' as const) : ('registered' as const)
    standing.push({ session, slot: slot ?? timeOf(session), coachId: coachOf(session), because })
  }
  for (const slot of unfilled) {
    if (!filled.has(slot)) standing.push({ session: null, slot, coachId: coach.after, because: 'schedule' })
  }
  return {
    standing: standing.sort((a, b) => (slotKey(a.slot) < slotKey(b.slot) ? -1 : 1)),
    removed: unwanted.filter(({ people }) => people === 0),
    canceled,
    movable: moves.size,
  }
}

/** Whether who is registered has to know: another time, or another coach. */
export const isChanged = ({ session, slot, coachId }: StandingSession): boolean =>
  session !== null &&
  session.status === 'active' &&
  (!isSameTime(session, slot) || session.coach_id !== coachId)

/** Whether two sessions have the same day, start and end. */
export const isSameTime = (a: SeasonSlot, b: SeasonSlot): boolean =>
  slotKey(a) === slotKey(b) && a.end_time === b.end_time

const timeOf = ({ class_date, start_time, end_time }: SeasonSlot): SeasonSlot => ({
  class_date,
  start_time,
  end_time,
})

const originKey = (session: ExistingSession): string =>
  slotKey({
    class_date: session.moved_from_date ?? session.class_date,
    start_time: session.moved_from_start ?? session.start_time,
  })

/** For each session the new time of its day that is nearest to its own, each once. */
function pairByDay(
  sessions: readonly ExistingSession[],
  slots: readonly SeasonSlot[],
): Map<ExistingSession, SeasonSlot> {
  const pairs = new Map<ExistingSession, SeasonSlot>()
  const free = new Set(slots)
  for (const session of sessions) {
    const [nearest] = [...free]
      .filter(({ class_date }) => class_date === session.class_date)
      .sort((a, b) => distance(a, session) - distance(b, session))
    if (!nearest) continue
    free.delete(nearest)
    pairs.set(session, nearest)
  }
  return pairs
}

const distance = (a: SeasonSlot, b: SeasonSlot): number =>
  Math.abs(minuteOf(a.start_time) - minuteOf(b.start_time))

/** Minutes since midnight of a wall time. */
export const minuteOf = (wallTime: string): number => {
  const [hours = 0, minutes = 0] = wallTime.split(':').map(Number)
  return hours * 60 + minutes
}
