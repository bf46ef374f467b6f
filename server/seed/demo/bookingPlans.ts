import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import type { DemoCage } from './cages.ts'
import type { DemoChildren } from './family.ts'
import type { Random } from './random.ts'
import { dayAt, type Scene } from './scene.ts'

/** A planned cage booking, in minutes of the day. Unless canceled, its time is taken in the diary. */
export interface BookingPlan {
  readonly cage: DemoCage
  readonly day: string
  readonly from: number
  readonly minutes: number
  readonly status: BookingStatus
  /** The cut-off in hours under which it was booked two weeks ago, if that was not the current one. */
  readonly cutoffHours?: number | undefined
  /** Who takes part, if that is not the customer. */
  readonly child?: keyof DemoChildren | undefined
}

/** Which open day from today (negative: before it), minutes after opening, minutes long, status, an older rule, for a child. */
export type Wish = readonly [
  nthOpenDay: number,
  afterOpening: number,
  minutes: number,
  status: BookingStatus,
  cutoffHours?: number | undefined,
  child?: keyof DemoChildren,
]

/** Finds a cage for each wish; a wish without a free cage is left out. */
export function plansOf(scene: Scene, cages: readonly DemoCage[], wishes: readonly Wish[]): BookingPlan[] {
  return wishes.flatMap(([nth, afterOpening, minutes, status, cutoffHours, child]) => {
    const found = openDay(scene, nth)
    if (!found) return []
    const { day, open } = found
    const from = open.from + afterOpening
    const cage = cages.find(({ id }) => scene.diary.isFree(id, day, from, from + minutes))
    if (!cage || from + minutes > open.to) return []
    if (status !== 'canceled') scene.diary.take(cage.id, day, from, from + minutes)
    return [{ cage, day, from, minutes, status, cutoffHours, child }]
  })
}

/** The other customers' bookings of one day: today is the busiest, later days are the quietest. */
export function otherCustomersBookings(
  scene: Scene,
  cages: readonly DemoCage[],
  day: string,
  random: Random,
): BookingPlan[] {
  const open = scene.open(day)
  if (!open) return []
  const density = day === scene.today ? 0.5 : day < scene.today ? 0.42 : 0.3
  return cages.flatMap((cage) => {
    const plans: BookingPlan[] = []
    for (let from = open.from; from < open.to; from += 30) {
      const minutes = random.pick([30, 60, 60, 90])
      const fits = from + minutes <= open.to && scene.diary.isFree(cage.id, day, from, from + minutes)
      if (!random.chance(density) || !fits) continue
      const status = statusOn(day, scene.today, random)
      if (status !== 'canceled') scene.diary.take(cage.id, day, from, from + minutes)
      plans.push({ cage, day, from, minutes, status })
    }
    return plans
  })
}

/** The nth open day after today, or before it when negative; null when there are too few open days. */
function openDay(scene: Scene, nth: number) {
  const step = Math.sign(nth)
  let left = Math.abs(nth)
  for (let count = step; Math.abs(count) <= 60; count += step) {
    const day = dayAt(scene, count)
    const open = scene.open(day)
    if (open) left -= 1
    if (open && left === 0) return { day, open }
  }
  return null
}

function statusOn(day: string, today: string, random: Random): BookingStatus {
  if (random.chance(0.06)) return 'canceled'
  return random.chance(day < today ? 0.95 : 0.45) ? 'paid' : 'pending payment'
}
