import { useQueryClient } from '@tanstack/react-query'
import { ApiError, isUnsure } from '../../api/apiError.ts'
import { sessionKey } from '../../api/session.ts'
import { type Once, useAttempt } from '../../api/useAttempt.ts'

/** Why something was not canceled or moved. */
export interface ChangeProblem {
  message: string
  /** One of the contract's codes, or 'network'. */
  code: string
  details: unknown
  /** It may have happened all the same, because no answer came. */
  unsure: boolean
}

/** How an attempt ended: with the answer, or with a problem. */
export type ChangeOutcome<Answer> = { answer: Answer } | { problem: ChangeProblem }

const changed = ['schedule', 'coaches', 'cages', 'camps', 'classes']

/** Cancels or moves something. */
export function useChange<Request, Answer>(send: (request: Request, once: Once) => Promise<Answer>) {
  const queryClient = useQueryClient()
  const { attempt, isPending, error, forgetError } = useAttempt({ send })

  /** Undefined for a second press while the first is on its way. */
  async function change(request: Request): Promise<ChangeOutcome<Answer> | undefined> {
    const outcome = await attempt(request)
    return outcome && 'error' in outcome ? { problem: readProblem(outcome.error) } : outcome
  }

  return {
    change,
    isPending,
    problem: error && readProblem(error),
    forgetProblem: forgetError,
    /**
     * Has everything loaded again that shows what is booked: the lists, the grid, the coaches' times. The dialogs decide
     * when: a card that leaves its list takes its open dialog with it.
     */
    refresh: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [first, second] }) =>
          first === 'me' ? second !== sessionKey[1] : changed.includes(String(first)),
      }),
  }
}

function readProblem(error: unknown): ChangeProblem {
  if (!(error instanceof ApiError)) {
    return { message: 'Something went wrong. Please try again.', code: '', details: null, unsure: true }
  }
  const { code, details, message } = error
  const unsure = isUnsure(error)
  return {
    message: unsure ? `${message} Pressing the button again can’t do it twice.` : message,
    code,
    details,
    unsure,
  }
}
