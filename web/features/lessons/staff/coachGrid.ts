/** A day's grid as a coach sees it: own lessons by name, and no second lesson while the coach has one. */

import type { Cage } from '../../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { CoachScheduleEntry } from '../../../../shared/contract/lessons/coachSchedule.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import { distinctInOrder, type SelectedSlot, slotKey } from '../../../../shared/domain/bookings/selection.ts'
import {
  isTaken,
  slotMinutes,
  slotMs,
  slotsOf,
  takenTimes,
} from '../../../../shared/domain/bookings/slots.ts'
import { isClosedOn } from '../../../../shared/domain/facility/openingHours.ts'
import { nextOpenDay } from '../../../../shared/domain/time/calendar.ts'
import { addDays } from '../../../../shared/domain/time/time.ts'
import { formatTimeRange, withoutHalfDay } from '../../../../shared/domain/time/timeFormat.ts'
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
  const takenBy = (takes: (entry: CoachScheduleEntry) => boolean) =>
    takenTimes(others.filter(takes).map((entry) => ({ ...entry, cage_id: NO_CAGE })))
  const busy = takenBy(({ takes_coach, is_time_off }) => takes_coach && !is_time_off)
  const off = takenBy(({ is_time_off }) => is_time_off)
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
      if (isFree && isTaken(off, NO_CAGE, start)) return { state: 'Off', text: 'Off', spoken: 'you are off' }
      // What can be had says its time; the rest is a tint, and its name says why.
      return { state, text: isFree ? withoutHalfDay(time) : '', spoken: state.toLowerCase() }
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

/**
 * Where a lesson of that length could be instead, nearest first: of each other start the cage that was wanted, or else the
 * first that is free.
 */
export function nearestRuns(
  grid: CoachGrid,
  wanted: { readonly cageId: string; readonly start: Date; readonly minutes: number },
  most: number,
): SelectedSlot[][] {
  const length = wanted.minutes / slotMinutes
  const cages = [...grid.cages].sort(
    (a, b) => Number(b.id === wanted.cageId) - Number(a.id === wanted.cageId),
  )
  const apart = ({ start }: { start: Date }) => Math.abs(start.getTime() - wanted.start.getTime())
  return grid.slots
    .flatMap((_, index) => {
      const slots = grid.slots.slice(index, index + length)
      const cage =
        slots.length === length && cages.find((one) => slots.every((slot) => isFree(grid, one, slot)))
      return cage
        ? [slots.map(({ start }) => ({ cageId: cage.id, cageName: cage.name, start }))].filter(isRun)
        : []
    })
    .sort(([a], [b]) => (a && b ? apart(a) - apart(b) : 0))
    .slice(0, most)
}

const isFree = (grid: CoachGrid, cage: Cage, slot: GridSlot) =>
  ['Available', 'Selected'].includes(grid.viewOf(cage, slot).state)

/** From this half hour on, those of the cage that are free and follow each other. */
export function freeRun(grid: CoachGrid, cage: Cage, from: GridSlot): SelectedSlot[] {
  let run: SelectedSlot[] = []
  for (const slot of grid.slots.slice(grid.slots.indexOf(from))) {
    const longer = [...run, { cageId: cage.id, cageName: cage.name, start: slot.start }]
    if (!isFree(grid, cage, slot) || !isRun(longer)) break
    run = longer
  }
  return run
}

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

/**
 * The same of a lesson that gets another time: what begins again is as long as what was selected, as far as the half hours
 * from the pressed one on are free.
 */
export function moveRun(
  selected: readonly SelectedSlot[],
  pressed: SelectedSlot,
  free: readonly SelectedSlot[],
): SelectedSlot[] {
  const next = selectRun(selected, pressed)
  const known = selected.map(slotKey)
  return next.some((slot) => known.includes(slotKey(slot)))
    ? next
    : [pressed, ...free.slice(1, selected.length)]
}

const isRun = (slots: readonly SelectedSlot[]): boolean =>
  slots.every(({ cageId, start }, index) => {
    const before = slots[index - 1]
    return !before || (before.cageId === cageId && start.getTime() - before.start.getTime() === slotMs)
  })
