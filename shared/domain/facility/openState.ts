import type { Facility } from '../../contract/facility/facility.ts'
import { facilityDay, instantOf, minuteMs } from '../time/time.ts'
import { formatWallTime } from '../time/timeFormat.ts'
import { hoursOf } from './openingHours.ts'

/** 'Opens in 1 h 50 min', 'Open now, until 9:00 PM', 'Closed for today' once the day is over, or 'Closed today'. */
export function openState(now: Date, facility: Facility): string {
  const zone = facility.time_zone
  const day = facilityDay(now, zone)
  const hours = hoursOf(day, facility)
  if (!hours) return 'Closed today'
  const opens = instantOf(day, hours.opens, zone, 'after')
  if (now < opens) return `Opens in ${durationText(Math.ceil((opens.getTime() - now.getTime()) / minuteMs))}`
  if (now < instantOf(day, hours.closes, zone, 'after'))
    return `Open now, until ${formatWallTime(hours.closes)}`
  return 'Closed for today'
}

function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}
