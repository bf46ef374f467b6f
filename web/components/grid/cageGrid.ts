import type { Cage, ScheduleEntry } from '../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { type SelectedSlot, slotKey } from '../../../shared/domain/bookings/selection.ts'
import {
  gridRange,
  openRange,
  type SlotState,
  slotState,
  slotsOf,
  takenTimes,
} from '../../../shared/domain/bookings/slots.ts'
import { type FacilityHours, hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { formatDay, formatTime } from '../../../shared/domain/time/timeFormat.ts'

type GridFacility = FacilityHours & Pick<Facility, 'time_zone'>

/** The half hours of a day: its opening hours, widened to cover every booked entry (spec 1 §9). */
export interface GridSlot {
  readonly start: Date
  /** On the facility's clock: '4:00 PM'. */
  readonly time: string
}

/** All that is drawn of one day: cages against half hours, and the state of each slot. */
export interface CageGrid {
  /** 'Tue Nov 24' */
  readonly dayLabel: string
  readonly cages: readonly Cage[]
  readonly slots: readonly GridSlot[]
  readonly stateOf: (cageId: string, start: Date) => SlotState
}

export function cageGrid(
  day: string,
  {
    cages,
    entries,
    facility,
  }: { cages: readonly Cage[]; entries: readonly ScheduleEntry[]; facility: GridFacility },
  { now, selected }: { now: Date; selected: readonly SelectedSlot[] },
): CageGrid {
  const zone = facility.time_zone
  const hours = hoursOf(day, facility)
  const range = gridRange(day, hours, entries, zone)
  const open = openRange(day, hours, zone)
  const taken = takenTimes(entries)
  const grid: CageGrid = {
    dayLabel: formatDay(day, 'dense'),
    cages,
    slots: range ? named(slotsOf({ startTime: range.start, endTime: range.end }), zone) : [],
    stateOf: (cageId, start) => slotState({ cageId, start }, { taken, open, now, selected: false }),
  }
  return withSelected(grid, selected)
}

/** A grid on which nothing is selected, with these slots selected: what is Booked or Past stays so. */
export function withSelected(grid: CageGrid, selected: readonly SelectedSlot[]): CageGrid {
  if (selected.length === 0) return grid
  const keys = new Set(selected.map(slotKey))
  return {
    ...grid,
    stateOf(cageId, start) {
      const state = grid.stateOf(cageId, start)
      return state === 'Available' && keys.has(slotKey({ cageId, start })) ? 'Selected' : state
    },
  }
}

/** The half hours of a day before its schedule is known. */
export function openSlots(day: string, facility: GridFacility): GridSlot[] {
  const open = openRange(day, hoursOf(day, facility), facility.time_zone)
  return open ? named(slotsOf({ startTime: open.start, endTime: open.end }), facility.time_zone) : []
}

/** The selected slots that can no longer be booked: taken since, begun, or of a cage out of service. */
export function lostSlots(selected: readonly SelectedSlot[], grid: CageGrid): SelectedSlot[] {
  const inService = new Set(grid.cages.map(({ id }) => id))
  return selected.filter(
    ({ cageId, start }) => !inService.has(cageId) || grid.stateOf(cageId, start) !== 'Selected',
  )
}

function named(starts: readonly Date[], zone: string): GridSlot[] {
  return starts.map((start) => ({ start, time: formatTime(start, zone) }))
}
