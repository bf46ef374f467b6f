import type { ReactNode } from 'react'
import { toast } from '../../../ui/toast.ts'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { useChange } from './useChange.ts'

/**
 * The conversation of a dialog that cancels something of the customer's own.
 *
 * @param id what is canceled.
 * @param send asks the server for it, under an idempotency key.
 * @param news what the customer hears of it.
 */
export function useCancel<Answer>(
  { onClose, onTooLate }: Pick<ChangeDialogProps, 'onClose' | 'onTooLate'>,
  id: string,
  send: (id: string, key: string) => Promise<Answer>,
  news: (answer: Answer) => ReactNode,
) {
  const { change, isPending, problem, forgetProblem, refresh } = useChange(send)

  async function cancel() {
    const outcome = await change(id)
    if (!outcome) return
    if ('answer' in outcome) {
      toast.success(news(outcome.answer))
      leave()
    } else if (outcome.problem.code === 'change_too_late') {
      forgetProblem()
      onTooLate()
    }
  }

  function leave() {
    if (isPending) return
    forgetProblem()
    onClose()
    void refresh()
  }

  return { isPending, problem, leave, cancel: () => void cancel() }
}
