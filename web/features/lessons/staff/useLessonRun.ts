import { useState } from 'react'
import type { Cage } from '../../../../shared/contract/bookings/cages.ts'
import type { SelectedSlot } from '../../../../shared/domain/bookings/selection.ts'
import { slotMinutes, slotMs } from '../../../../shared/domain/bookings/slots.ts'
import { lessonPrice } from '../../../../shared/domain/lessons/lessons.ts'
import type { SalesTax } from '../../../../shared/domain/money/salesTax.ts'
import { facilityDay, facilityWallTime } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { moveRun, selectRun } from './coachGrid.ts'

/** The time and cage of a lesson, as the selected slots say it. */
export interface LessonRun {
  readonly cageId: string
  readonly cageName: string
  readonly start: Date
  readonly end: Date
  readonly minutes: number
}

/** The slots that a coach selects: always one run in one cage. Until one is pressed they are those that it has before. */
export function useLessonRun(before: readonly SelectedSlot[] = []) {
  const [pressed, setPressed] = useState<readonly SelectedSlot[] | null>(null)
  const slots = pressed ?? before
  return {
    slots,
    run: runOf(slots),
    press: (slot: SelectedSlot) => setPressed((selected) => selectRun(selected ?? before, slot)),
    /** The same where the lesson keeps its length. */
    move: (slot: SelectedSlot, free: readonly SelectedSlot[]) =>
      setPressed((selected) => moveRun(selected ?? before, slot, free)),
    replace: (slots: readonly SelectedSlot[]) => setPressed(slots),
    reset: () => setPressed(null),
  }
}

export function runOf(slots: readonly SelectedSlot[]): LessonRun | null {
  const [first] = slots
  const last = slots.at(-1)
  if (!first || !last) return null
  const end = new Date(last.start.getTime() + slotMs)
  return { ...first, end, minutes: slots.length * slotMinutes }
}

/** A run as the operations take it, on the facility's clock. */
export const wallTimesOf = ({ start, minutes }: LessonRun, zone: string) => ({
  day: facilityDay(start, zone),
  startTime: facilityWallTime(start, zone),
  minutes,
})

/** 'Tue, Nov 24, 4:00–5:00 PM' */
export const whenOf = ({ start, end }: Pick<LessonRun, 'start' | 'end'>, zone: string): string =>
  `${formatDay(facilityDay(start, zone))}, ${formatTimeRange(start, end, zone)}`

/** In cents; null while the cage or the coach's rate is not known. */
export function priceOf(
  run: LessonRun | null,
  cages: readonly Cage[] | undefined,
  hourlyRate: number | undefined,
  tax: SalesTax,
): number | null {
  const cage = cages?.find(({ id }) => id === run?.cageId)
  return run && cage && hourlyRate !== undefined ? lessonPrice(hourlyRate, cage, run.minutes, tax) : null
}
