import { useState } from 'react'
import type { Change } from '../../../../shared/contract/changes.ts'
import type { ErrorCode } from '../../../../shared/contract/errors.ts'
import { epochMs, type Instant } from '../../../../shared/domain/time.ts'
import { formatWallTime } from '../../../../shared/domain/timeFormat.ts'
import type { ChangeProblem } from './useChange.ts'

const timeGoneCodes: readonly string[] = [
  'slots_taken',
  'lesson_time_taken',
  'no_free_cage',
  'coach_unavailable',
  'facility_closed',
  'slot_in_past',
  'slot_too_far_ahead',
  'clocks_change',
  'cage_not_found',
] satisfies ErrorCode[]

/** Whether another time has to be chosen. */
export const isTimeGone = ({ code }: ChangeProblem): boolean => timeGoneCodes.includes(code)

/** Why the person is back at the times; of a booking the server speaks as of a selection. */
export const goneSentence = ({ code, message }: ChangeProblem): string =>
  code === 'slots_taken' ? 'Someone else just booked that time. Please choose another one.' : message

/** What a move has come to: a day, a time of it, and why the person is back at the times. */
export function useMoveSteps(firstDay: string) {
  const [day, setDay] = useState(firstDay)
  const [time, setTime] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  return {
    day,
    time,
    notice,
    showDay(to: string) {
      setDay(to)
      setNotice(null)
    },
    pick(to: string) {
      setTime(to)
      setNotice(null)
    },
    back(because: string | null = null) {
      setTime(null)
      setNotice(because)
    },
    /** Others were faster while one looked at it. */
    loseTime() {
      if (time) setNotice(`${formatWallTime(time)} is no longer available. Please choose another time.`)
      setTime(null)
    },
  }
}

/** The end of the free time at another start, by the rule kept since booking; null where that has passed. */
export function untilAfterMove(
  from: { start: Instant; change: Change },
  to: Instant,
  now: Date,
): Date | null {
  const ahead = epochMs(from.start) - epochMs(from.change.until)
  const until = new Date(epochMs(to) - ahead)
  return until > now ? until : null
}
