import type { ReactNode } from 'react'
import { useCheckout } from '../payments/useCheckout.tsx'
import type { ClassDialog } from './ClassDialogs.tsx'
import { isSolvedInDialog, readClassProblem } from './classProblem.ts'

interface ClassCheckoutOptions {
  /** Has the page and the account show how it stands now. */
  refresh: () => Promise<unknown>
  onDialog: (dialog: ClassDialog) => void
  /** Paid, or about to be: nothing is to be bought any more. */
  onBought: () => void
  /** Until when what is chosen can be canceled. */
  terms: ReactNode
}

/** Pays for sessions of a class by card; what the server refuses is told in the words of spec 2 §8. */
export function useClassCheckout({ refresh, onDialog, onBought, terms }: ClassCheckoutOptions) {
  return useCheckout({
    terms,
    onPaid() {
      onBought()
      void refresh()
    },
    onRefused(refusal) {
      if (isSolvedInDialog(refusal)) return false
      const problem = readClassProblem(refusal)
      onDialog(problem.kind === 'authentication' ? 'login' : problem)
      void refresh()
      return true
    },
    // The bank takes its time: the sessions are kept, and must not be bought twice.
    onUnsettled() {
      onBought()
      void refresh()
    },
  })
}
