import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isUnsure } from './apiError.ts'
import { type AnswerOf, call, type InputOf, type Operation } from './call.ts'
import { idempotencyHeaders, newIdempotencyKey } from './idempotencyKey.ts'
import { withProof } from './proof.ts'

/**
 * `call` within one attempt, under an idempotency key of the operation and all that it is told: nothing that is sent can be
 * left out of it.
 */
export type Once = <Name extends Operation>(
  name: Name,
  input: InputOf<Name>,
  file?: Blob & { readonly name?: string; readonly lastModified?: number },
) => Promise<AnswerOf<Name>>

/** What is loaded again after every call: one that failed may have changed something, or shows that others did. */
export interface Reloading {
  /** The roots of what the change concerns, from the table in touches.ts. */
  readonly touches?: readonly QueryKey[] | undefined
  /** What roots cannot tell. */
  readonly refresh?: ((queryClient: QueryClient) => Promise<unknown>) | undefined
  /** Whether the attempt is pending until that is loaded; by default only until the answer. */
  readonly pendingUntilRefreshed?: boolean | undefined
}

interface AttemptOptions<Request, Answer> extends Reloading {
  /** Makes the call: `once('POST /api/bookings', request)`. */
  readonly send: (request: Request, once: Once) => Promise<Answer>
}

/** How an attempt ended. When `unsure`, the server may have done it although no answer came. */
export type AttemptOutcome<Answer> = { answer: Answer } | { error: unknown; unsure: boolean }

export interface Attempt<Request, Answer> {
  /** Never throws. Undefined for a second press while the first is on its way: nothing is sent then. */
  attempt: (request: Request) => Promise<AttemptOutcome<Answer> | undefined>
  isPending: boolean
  /** On its way or done, and not to be done again: what it takes away is not asked for in between. */
  isUnderWayOrDone: boolean
  /** Why the last attempt failed; null once another one has begun. */
  error: Error | null
  forgetError: () => void
}

/**
 * One change that a person asks for. Pressing again after a lost answer repeats the same call
 * under the same idempotency key, so that nothing happens twice. A call with other content, and any call after a
 * definite answer, gets a new key.
 */
export function useAttempt<Request, Answer>({
  send,
  refresh,
  touches = [],
  pendingUntilRefreshed = false,
}: AttemptOptions<Request, Answer>): Attempt<Request, Answer> {
  const queryClient = useQueryClient()
  // The key of each content that was sent and has no answer.
  const unanswered = useRef(new Map<string, string>())
  const sending = useRef(false)
  const { mutateAsync, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (request: Request) => withProof(() => send(request, once)),
    onSettled: () => {
      const refreshed = Promise.all([
        refresh?.(queryClient),
        ...touches.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ])
      return pendingUntilRefreshed ? refreshed : undefined
    },
  })

  const once: Once = (name, input, file) => {
    const content = JSON.stringify([name, input, file && [file.name, file.size, file.lastModified]])
    const key = unanswered.current.get(content) ?? newIdempotencyKey()
    unanswered.current.set(content, key)
    return call(name, input, { headers: idempotencyHeaders(key), ...(file && { file }) })
  }

  async function attempt(request: Request): Promise<AttemptOutcome<Answer> | undefined> {
    if (sending.current) return undefined
    sending.current = true
    try {
      const answer = await mutateAsync(request)
      unanswered.current.clear()
      return { answer }
    } catch (failure) {
      const unsure = isUnsure(failure)
      if (!unsure) unanswered.current.clear()
      return { error: failure, unsure }
    } finally {
      sending.current = false
    }
  }

  return { attempt, isPending, isUnderWayOrDone: isPending || isSuccess, error, forgetError: reset }
}

/** One change by one operation: `const remove = useCall('DELETE /api/coach/time-off/:id', { touches: touches.coachHours })`. */
export const useCall = <Name extends Operation>(
  name: Name,
  options: Omit<AttemptOptions<InputOf<Name>, AnswerOf<Name>>, 'send'> = {},
): Attempt<InputOf<Name>, AnswerOf<Name>> =>
  useAttempt({ ...options, send: (input: InputOf<Name>, once) => once(name, input) })
