import { useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import type { Once } from '../../api/useAttempt.ts'
import { shownDay } from '../../components/dayChoices.ts'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import type { Booked, Place } from './booked.ts'
import { type ChangeProblem, useChange } from './useChange.ts'

/** Where something goes, and what the customer was shown that it costs there, in cents. */
export type MoveTo = Pick<Booked, 'start' | 'cageId' | 'total'>

/** The server's answer to a move. */
export interface MoveAnswer extends Pick<Booked['change'], 'refund_amount' | 'refund_method'> {
  readonly message: string
  /** As it is now. */
  readonly booked: Booked
}

/** A free place at a time, and what it would cost there in cents. */
interface FreePlace extends Place {
  /** Null where the server chooses the cage. */
  readonly cageId: string | null
  readonly total: number
}

/** A start to which something can be moved. */
export interface FreeTime {
  /** On the facility's clock, `HH:mm`. */
  readonly available_start_time: string
  readonly start: Date
  /** The first is taken unless the customer wants another one. */
  readonly places: readonly [FreePlace, ...FreePlace[]]
}

/** The free times of a day, or that they are on their way, or why they do not come. */
export interface FreeTimes {
  readonly data: readonly FreeTime[] | undefined
  /** The next day that may have times: null if there is none, undefined while unknown. */
  readonly next: string | null | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface MoveOptions {
  /** As it was when the dialog was opened. */
  from: Booked
  facility: Facility
  send: (to: MoveTo, once: Once) => Promise<MoveAnswer>
  /** The sentence of a refusal after which another time has to be chosen; null for any other refusal. */
  timeGone: (problem: ChangeProblem) => string | null
}

/** The state of a move: the day, the chosen time, a notice, and at the end the new place. */
export function useMove({ from, facility, send, timeGone }: MoveOptions) {
  const { change, isPending, problem, forgetProblem, refresh } = useChange(send)
  const now = useMinuteClock()
  const [day, setDay] = useState(() => shownDay(facilityDay(from.start, facility.time_zone), now, facility))
  const [time, setTime] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [answer, setAnswer] = useState<MoveAnswer | null>(null)

  function toTimes(because: string | null = null) {
    forgetProblem()
    setTime(null)
    setNotice(because)
  }

  return {
    from,
    facility,
    now,
    day,
    time,
    notice,
    answer,
    problem,
    isPending,
    forgetProblem,
    toTimes,
    showDay(to: string) {
      setDay(to)
      setNotice(null)
    },
    pick(to: string) {
      setTime(to)
      setNotice(null)
    },
    /** Someone else took the chosen time. */
    loseTime() {
      toTimes(time && `${formatWallTime(time)} is no longer available. Please choose another time.`)
    },
    /** Returns the code of a refusal, which is also shown; undefined after success and where another time must be chosen. */
    async move(to: MoveTo): Promise<string | undefined> {
      const outcome = await change(to)
      if (!outcome) return undefined
      void refresh()
      if ('answer' in outcome) {
        setAnswer(outcome.answer)
        return undefined
      }
      const gone = timeGone(outcome.problem)
      if (gone === null) return outcome.problem.code
      toTimes(gone)
      return undefined
    },
  }
}

export type Move = ReturnType<typeof useMove>
