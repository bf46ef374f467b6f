import type { Closure } from '../../../../../shared/contract/facility/closures.ts'
import { refreshClosures } from '../../../../api/queries/settings.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../../ui/toast.ts'

/** Ends a closure: its time can be booked again. */
export function OpenAgainDialog({ closure, onClose }: { closure: Closure | undefined; onClose: () => void }) {
  const open = useAttempt({
    send: (closure_id: string, once) => once('DELETE /api/closures/:closure_id', { closure_id }),
    refresh: refreshClosures,
  })
  async function confirm() {
    const outcome = closure && (await open.attempt(closure.id))
    if (!outcome || !('answer' in outcome)) return
    toast.success(outcome.answer.message)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={closure !== undefined}
      title="Open the Cages Again?"
      text="Customers can book that time again right away. Canceled bookings stay canceled."
      label="Open Again"
      dismissLabel="Keep Closed"
      isPending={open.isPending}
      onConfirm={() => void confirm()}
      onClose={() => {
        open.forgetError()
        onClose()
      }}
    >
      <AttemptError error={open.error} button="Open Again" />
    </ConfirmDialog>
  )
}
