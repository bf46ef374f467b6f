import type { OpenTimes } from '../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'

/** The day of the board: the next on which something is free, else today. Apart from the board, whose code comes later. */
export const boardDay = (open: OpenTimes | undefined, now: Date, { time_zone }: Facility): string =>
  open?.next_free?.date ?? facilityDay(now, time_zone)
