import { useQueryClient } from '@tanstack/react-query'
import { isTemporary } from '../../api/apiError.ts'
import { refreshAccount } from '../../api/queries/account.ts'
import { classQuery } from '../../api/queries/classes.ts'
import { useCheckout } from '../payments/useCheckout.tsx'
import type { ClassDialog } from './ClassDialogs.tsx'
import { readClassProblem } from './classProblem.ts'

interface ClassCheckoutOptions {
  onDialog: (dialog: ClassDialog) => void
  onPaid: () => void
}

/** Pays for sessions of a class by card; what the server refuses is told in the words of spec 2 §8. */
export function useClassCheckout(classId: string, { onDialog, onPaid }: ClassCheckoutOptions) {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: classQuery(classId).queryKey }),
      // The seats here are among what is the customer's own.
      refreshAccount(queryClient),
    ])
  return useCheckout({
    onPaid() {
      onPaid()
      void refresh()
    },
    onRefused(refusal) {
      // The dialog itself tries again, and asks about a new price.
      if (isTemporary(refusal) || refusal.code === 'price_changed') return false
      const problem = readClassProblem(refusal)
      onDialog(problem.kind === 'authentication' ? 'login' : problem)
      void refresh()
      return true
    },
    onCanceled: refresh,
  })
}
