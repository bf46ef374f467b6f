/** A day's grid as a coach sees it: own lessons by name, and no second lesson while the coach has one. */

import type { Cage } from '../../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { CoachScheduleEntry } from '../../../../shared/contract/lessons/coachSchedule.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import { distinctInOrder, type SelectedSlot, slotKey } from '../../../../shared/domain/bookings/selection.ts'
import { isTaken, slotMs, slotsOf, takenTimes } from '../../../../shared/domain/bookings/slots.ts'
import { isClosedOn } from '../../../../shared/domain/facility/openingHours.ts'
import { nextOpenDay } from '../../../../shared/domain/time/calendar.ts'
import { addDays } from '../../../../shared/domain/time/time.ts'
import { formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { type DayRange, isInRange } from '../../../components/dayChoices.ts'
import type { CellView } from '../../../components/grid/CageRows.tsx'
import { cageGrid, type GridSlot } from '../../../components/grid/cageGrid.ts'

export interface CoachGrid {
  readonly dayLabel: string
  readonly cages: readonly Cage[]
  readonly slots: readonly GridSlot[]
  readonly viewOf: (cage: Cage, slot: GridSlot) => CellView
  /** The coach's own lesson in that slot, if there is one. */
  readonly lessonAt: (cage: Cage, slot: GridSlot) => StaffLesson | undefined
}

interface DayData {
  readonly cages: readonly Cage[]
  readonly entries: readonly CoachScheduleEntry[]
  readonly facility: Facility
}

/** @param moment.moving the lesson that gets another time: its own slots are free for it. */
export function coachGrid(
  day: string,
  { cages, entries, facility }: DayData,
  { now, selected, moving }: { now: Date; selected: readonly SelectedSlot[]; moving?: string | undefined },
): CoachGrid {
  const zone = facility.time_zone
  const others = entries
    .filter(({ id }) => id === null || id !== moving)
    .map((entry) => ({ ...entry, cage_id: entry.cage_id ?? NO_CAGE }))
  const grid = cageGrid(day, { cages, entries: others, facility }, { now, selected })
  const busy = takenTimes(
    others.filter(({ takes_coach }) => takes_coach).map((entry) => ({ ...entry, cage_id: NO_CAGE })),
  )
  const own = ownSlots(others)
  return {
    dayLabel: grid.dayLabel,
    cages,
    slots: grid.slots,
    lessonAt: (cage, { start }) => own.get(slotKey({ cageId: cage.id, start }))?.lesson,
    viewOf({ id: cageId }, { start, time }) {
      const mine = own.get(slotKey({ cageId, start }))
      if (mine) {
        const name = whoComes(mine.lesson)
        return {
          state: 'Own',
          // In each half hour: the first may have scrolled out of sight, or be over.
          text: shortName(name),
          spoken: `your lesson with ${name}, ${formatTimeRange(mine.from, mine.to, zone)}`,
          continues: !mine.isFirst,
        }
      }
      const state = grid.stateOf(cageId, start)
      const isFree = state === 'Available' || state === 'Selected'
      if (isFree && isTaken(busy, NO_CAGE, start))
        return { state: 'Busy', text: 'Busy', spoken: 'you are busy' }
      return { state, text: isFree ? time.replace(/ .M$/, '') : state, spoken: state.toLowerCase() }
    },
  }
}

/** In place of a cage's id where a time takes only the coach. */
const NO_CAGE = ''

/** Each half hour of the coach's own lessons. */
function ownSlots(entries: readonly (CoachScheduleEntry & { cage_id: string })[]) {
  return new Map(
    entries.flatMap(({ lesson, cage_id: cageId, start_time, end_time }) =>
      lesson === null
        ? []
        : slotsOf({ startTime: start_time, endTime: end_time }).map((start, index) => [
            slotKey({ cageId, start }),
            { lesson, from: start_time, to: end_time, isFirst: index === 0 },
          ]),
    ),
  )
}

/** Who takes part in a lesson. */
export const whoComes = (lesson: Pick<StaffLesson, 'customer_name' | 'participant_name'>): string =>
  lesson.participant_name ?? lesson.customer_name

/** 'Pat Parent' in the width of a slot: 'Pat P.' */
export function shortName(name: string): string {
  const [first = '', ...more] = name.trim().split(/\s+/)
  const last = more.at(-1)
  return last ? `${first} ${last.charAt(0)}.` : first
}

/** The selected slots that can no longer be booked: taken since, begun, or of a cage out of service. */
export const lostFrom = (grid: CoachGrid, selected: readonly SelectedSlot[]): SelectedSlot[] =>
  selected.filter(({ cageId, start }) => {
    const cage = grid.cages.find(({ id }) => id === cageId)
    const slot = grid.slots.find((one) => one.start.getTime() === start.getTime())
    return !cage || !slot || grid.viewOf(cage, slot).state !== 'Selected'
  })

/** The first day shown: today, or the next open day where today is closed, as Monday for Sunday (spec 3 §2). */
export const firstGridDay = (today: string, facility: Facility): string =>
  isClosedOn(today, facility) ? (nextOpenDay(today, facility) ?? today) : today

/** A day before or after, open or not; null outside of what can be booked. */
export function adjacentDay(day: string, step: -1 | 1, range: DayRange): string | null {
  const beside = addDays(day, step)
  return isInRange(beside, range) ? beside : null
}

/** A lesson lasts at most so many slots: four hours. */
export const longestRun = 8

/**
 * What is selected after a press, where only one run of slots can be: consecutive half hours of one cage (spec 3 §4). A
 * press beside the run makes it longer and one on its end shorter; any other begins again with the pressed slot. So does one
 * that would make it longer than `longestRun`.
 */
export function selectRun(selected: readonly SelectedSlot[], pressed: SelectedSlot): SelectedSlot[] {
  const key = slotKey(pressed)
  const others = selected.filter((slot) => slotKey(slot) !== key)
  const next = others.length < selected.length ? others : distinctInOrder([...selected, pressed])
  return isRun(next) && next.length <= longestRun ? next : [pressed]
}

const isRun = (slots: readonly SelectedSlot[]): boolean =>
  slots.every(({ cageId, start }, index) => {
    const before = slots[index - 1]
    return !before || (before.cageId === cageId && start.getTime() - before.start.getTime() === slotMs)
  })
