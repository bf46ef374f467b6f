import type { Facility } from '../../shared/contract/facility/facility.ts'
import { facilityDay, type Instant } from '../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../shared/domain/time/timeFormat.ts'
import type { CellState } from './grid/SlotCell.tsx'

/** A slot in words: 'Cage 2, Tue, Nov 24, 4:00 PM'. */
export function slotName(
  slot: { cageName: string; start: Instant },
  { time_zone }: Pick<Facility, 'time_zone'>,
): string {
  const day = formatDay(facilityDay(slot.start, time_zone), 'short')
  return `${slot.cageName}, ${day}, ${formatTime(slot.start, time_zone)}`
}

/** What a screen reader says of a slot on the grid: 'Cage 2, Tue Nov 24, 4:00 PM, available'. */
export function spokenSlot(parts: { cage: string; day: string; time: string; state: CellState }): string {
  const state = parts.state === 'Own' ? 'yours' : parts.state.toLowerCase()
  return `${parts.cage}, ${parts.day}, ${parts.time}, ${state}`
}
