import { api, unwrap } from '../../../api/client.ts'
import { refreshAccount } from '../../../api/queries/account.ts'
import { useSession } from '../../../api/session.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { toast } from '../../../ui/toast.ts'
import { cancelProblem, cancelTexts } from './cancelProblem.ts'

/**
 * Ends the membership with its current period (spec 2 §4, §8). `waived` is added to the success message: see
 * `lateNotice`. `problem` is the sentence of the Error dialog; `onDone` runs when the account has been asked for again.
 */
export function useCancelSubscription(waived: string | null, onDone: () => void) {
  const signedIn = useSession().status === 'signed-in'
  const { attempt, isPending, error, forgetError } = useAttempt({
    send: (_nothing: undefined, once) => unwrap(api.memberships.cancel.$post({}, once({}))),
    refresh: refreshAccount,
    pendingUntilRefreshed: true,
  })

  async function cancel() {
    const outcome = await attempt(undefined)
    if (!outcome || !('answer' in outcome)) return
    toast.success(`${cancelTexts.done} ${waived ?? ''}`.trim())
    onDone()
  }

  const problem = error && (signedIn ? cancelProblem(error) : cancelTexts.signedOut)
  return { cancel: () => void cancel(), isPending, problem, forgetProblem: forgetError }
}
