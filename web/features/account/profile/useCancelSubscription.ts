import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../api/client.ts'
import { refreshAccount } from '../../../api/queries/account.ts'
import { useSession } from '../../../api/session.ts'
import { toast } from '../../../ui/toast.ts'
import { cancelProblem, cancelTexts } from './cancelProblem.ts'

/**
 * Ends the membership with its current period (spec 2 §4, §8). `waived` is added to the success message: see
 * `lateNotice`. `problem` is the sentence of the Error dialog; `onDone` runs when the account has been asked for again.
 */
export function useCancelSubscription(waived: string | null, onDone: () => void) {
  const queryClient = useQueryClient()
  const signedIn = useSession().status === 'signed-in'
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => unwrap(api.memberships.cancel.$post({})),
    onSuccess: () => toast.success(`${cancelTexts.done} ${waived ?? ''}`.trim()),
    // Also after a failure: the provider may have done it all the same.
    onSettled: async (_nothing, failure) => {
      await refreshAccount(queryClient)
      if (!failure) onDone()
    },
  })
  const sentence = error && (signedIn ? cancelProblem(error) : cancelTexts.signedOut)
  return { cancel: () => mutate(), isPending, problem: sentence, forgetProblem: reset }
}
