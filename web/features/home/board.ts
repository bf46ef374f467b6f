import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { SelectedSlot } from '../../../shared/domain/bookings/selection.ts'
import { hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { formatRate } from '../../../shared/domain/money/money.ts'
import { sessionPrice } from '../../../shared/domain/money/pricing.ts'
import { addDays, dayOfWeek, facilityDay, facilityWallTime } from '../../../shared/domain/time/time.ts'
import { formatWallTime, weekdayNames } from '../../../shared/domain/time/timeFormat.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import { sessionsOf, slotsOfSession } from '../cages/phoneSessions.ts'

/** The lengths that the board offers, in minutes. */
export const boardLengths = [30, 60] as const
export type BoardLength = (typeof boardLengths)[number]

/** So many starts fit; a long day has more, behind 'All times'. */
export const mostTiles = 10

/** One start of the board. */
export interface BoardTile {
  /** '6:00 PM' */
  readonly time: string
  /** The cages that are free for the whole length, in the order of the grid. */
  readonly cageIds: readonly string[]
  /** What 'any free cage' books. */
  readonly slots: readonly SelectedSlot[]
  /** Of that, in cents. */
  readonly price: number
}

/** The next starts of a day at which a session of so many minutes is free in some cage. */
export function boardTiles(grid: CageGrid, minutes: BoardLength): BoardTile[] {
  return sessionsOf(grid, minutes)
    .slice(0, mostTiles)
    .flatMap(({ at, cageIds, any }) => {
      const cage = grid.cages.find(({ id }) => id === any)
      if (!cage) return []
      return {
        time: grid.slots[at]?.time ?? '',
        cageIds,
        slots: slotsOfSession(grid, { at, cageId: any, minutes }),
        price: sessionPrice(cage, minutes),
      }
    })
}

/** What a screen reader says of a start: '6:00 PM, 3 cages free, $20 for 30 minutes'. */
export const tileName = ({ time, cageIds, price }: BoardTile, minutes: BoardLength): string =>
  `${time}, ${cageIds.length} ${cageIds.length === 1 ? 'cage' : 'cages'} free, ${formatRate(price)} for ${minutes === 60 ? '1 hour' : '30 minutes'}`

/** '$20', or 'from $20' where not all cages cost the same; nothing without cages. */
export function lengthPrice(cages: CageGrid['cages'], minutes: BoardLength): string {
  const prices = cages.map((cage) => sessionPrice(cage, minutes))
  if (prices.length === 0) return ''
  const least = Math.min(...prices)
  return `${prices.some((price) => price !== least) ? 'from ' : ''}${formatRate(least)}`
}

/** From this time on a day's rest is 'Tonight'. */
const evening = '15:00'

/** What the board is called: 'Tonight', 'Today', 'Tomorrow' or the weekday. */
export function boardTitle(day: string, now: Date, facility: Facility): string {
  const today = facilityDay(now, facility.time_zone)
  if (day === addDays(today, 1)) return 'Tomorrow'
  if (day !== today) return weekdayNames[dayOfWeek(day)] ?? ''
  const opens = hoursOf(day, facility)?.opens ?? evening
  return opens >= evening || facilityWallTime(now, facility.time_zone) >= evening ? 'Tonight' : 'Today'
}

/** Why the board shows another day: 'Closed today. Tuesday from 4:00 PM'; null where it shows today. */
export function boardNote(day: string, now: Date, facility: Facility): string | null {
  const today = facilityDay(now, facility.time_zone)
  if (day === today) return null
  const hours = hoursOf(today, facility)
  if (hours && facilityWallTime(now, facility.time_zone) < hours.closes) return 'Fully booked today.'
  const opens = hoursOf(day, facility)?.opens
  const from = opens && `${boardTitle(day, now, facility)} from ${formatWallTime(opens)}.`
  return hours ? null : `Closed today.${from ? ` ${from}` : ''}`
}
