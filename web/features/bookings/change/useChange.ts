import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/apiError.ts'
import { useAttemptKey } from '../../../api/attemptKey.ts'
import { sessionKey } from '../../../api/session.ts'

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

/**
 * Cancels or moves something. Pressing again after a lost answer repeats the same request under the same key, so it
 * cannot happen twice; another request, and any definite answer, ends that attempt.
 */
export function useChange<Request, Answer>(send: (request: Request, key: string) => Promise<Answer>) {
  const queryClient = useQueryClient()
  const attempt = useAttemptKey()
  const sending = useRef(false)
  const [problem, setProblem] = useState<ChangeProblem | null>(null)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ request, key }: { request: Request; key: string }) => send(request, key),
  })

  /** Undefined for a second press while the first is on its way. */
  async function change(request: Request): Promise<ChangeOutcome<Answer> | undefined> {
    if (sending.current) return undefined
    sending.current = true
    setProblem(null)
    try {
      const answer = await mutateAsync({ request, key: attempt.keyOf(request) })
      attempt.end()
      return { answer }
    } catch (error) {
      const found = readProblem(error)
      if (!found.unsure) attempt.end()
      setProblem(found)
      return { problem: found }
    } finally {
      sending.current = false
    }
  }

  return {
    change,
    isPending,
    problem,
    forgetProblem: () => setProblem(null),
    /** Has everything loaded again that shows what is booked: the lists, the grid, the coaches' times. */
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
  const { code, details, status, message } = error
  const unsure = status === 0 || status === 408 || status >= 500
  return {
    message: unsure ? `${message} Pressing the button again cannot do it twice.` : message,
    code,
    details,
    unsure,
  }
}
