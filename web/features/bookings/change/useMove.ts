import { useState } from 'react'
import type { ErrorCode } from '../../../../shared/contract/errors.ts'
import type { Facility } from '../../../../shared/contract/facility.ts'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatWallTime } from '../../../../shared/domain/timeFormat.ts'
import type { Once } from '../../../api/useAttempt.ts'
import { shownDay } from '../../cages/dayChoices.ts'
import { useMinuteClock } from '../../cages/useMinuteClock.ts'
import { timeGoneCodes } from '../../lessons/lessonProblem.ts'
import type { Booked } from './booked.ts'
import { type ChangeProblem, useChange } from './useChange.ts'

/** Where something goes, and what the customer was shown that it costs there, in cents. */
export type MoveTo = Pick<Booked, 'start' | 'cageId' | 'total'>

/** The server's answer to a move. */
export interface MoveAnswer extends Pick<Booked['change'], 'refund_amount' | 'refund_method'> {
  readonly message: string
  /** As it is now. */
  readonly booked: Booked
}

interface MoveOptions {
  /** As it was when the dialog was opened. */
  from: Booked
  facility: Facility
  send: (to: MoveTo, once: Once) => Promise<MoveAnswer>
}

const goneCodes: readonly string[] = [
  ...timeGoneCodes,
  ...(['slots_taken', 'cage_not_found'] satisfies ErrorCode[]),
]

/** What a move has come to: a day, a time of it, why the person is back at the times, and in the end the new place. */
export function useMove({ from, facility, send }: MoveOptions) {
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
    /** Others were faster while one looked at it. */
    loseTime() {
      toTimes(time && `${formatWallTime(time)} is no longer available. Please choose another time.`)
    },
    /** Answers with the code of a refusal that ends the dialog; another one is shown in it. */
    async move(to: MoveTo): Promise<string | undefined> {
      const outcome = await change(to)
      if (!outcome) return undefined
      void refresh()
      if ('answer' in outcome) setAnswer(outcome.answer)
      else if (goneCodes.includes(outcome.problem.code)) toTimes(goneSentence(outcome.problem))
      else return outcome.problem.code
      return undefined
    },
  }
}

export type Move = ReturnType<typeof useMove>

/** Why the person is back at the times; of a booking the server speaks as of a selection. */
const goneSentence = ({ code, message }: ChangeProblem): string =>
  code === 'slots_taken' ? 'Someone else just booked that time. Please choose another one.' : message
