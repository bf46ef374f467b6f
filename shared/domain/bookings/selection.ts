/** Selected slots and the booking groups that they form (spec 1 §3). */

import { epochMs, minuteMs } from '../time/time.ts'
import { slotMs } from './slots.ts'

/** One chosen half hour of one cage. */
export interface SelectedSlot {
  readonly cageId: string
  readonly cageName: string
  readonly start: Date
}

/** Consecutive slots of one cage: a booking group as `create-booking` takes it, instants as ISO 8601. */
export interface SlotGroup {
  cageId: string
  cageName: string
  startTime: string
  endTime: string
  slots: string[]
}

const byName = new Intl.Collator('en-US', { numeric: true })

/** Names a slot in a set or as a key. */
export function slotKey(slot: { readonly cageId: string; readonly start: Date }): string {
  return `${slot.cageId}@${slot.start.getTime()}`
}

/** The groups of a selection, by cage name, then time. A slot selected twice counts once. */
export function groupSlots(selected: readonly SelectedSlot[]): SlotGroup[] {
  const groups: SlotGroup[] = []
  for (const slot of distinctInOrder(selected)) {
    const group = groups.at(-1)
    const start = slot.start.toISOString()
    const end = new Date(slot.start.getTime() + slotMs).toISOString()
    if (group?.cageId === slot.cageId && group.endTime === start) {
      group.endTime = end
      group.slots.push(start)
    } else {
      groups.push({
        cageId: slot.cageId,
        cageName: slot.cageName,
        startTime: start,
        endTime: end,
        slots: [start],
      })
    }
  }
  return groups
}

/** How long a group or booking lasts, in minutes. */
export function minutesOf(range: { readonly startTime: string; readonly endTime: string }): number {
  return (epochMs(range.endTime) - epochMs(range.startTime)) / minuteMs
}

/** By cage name, then time; a slot selected twice is there once. */
export function distinctInOrder(selected: readonly SelectedSlot[]): SelectedSlot[] {
  const distinct = [...new Map(selected.map((slot) => [slotKey(slot), slot])).values()]
  return distinct.sort(
    (a, b) =>
      byName.compare(a.cageName, b.cageName) ||
      a.cageId.localeCompare(b.cageId) ||
      a.start.getTime() - b.start.getTime(),
  )
}
