import { useQuery } from '@tanstack/react-query'
import type { Closure } from '../../../../../shared/contract/facility/closures.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { closureHitsQuery, refreshClosures } from '../../../../api/queries/settings.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import { HitTable } from './HitChoice.tsx'

interface CancelBookedDialogProps {
  closure: Closure | undefined
  onClose: () => void
  onStarted: (runId: string) => void
}

/** Cancels what was left booked in a closure. */
export function CancelBookedDialog({ closure, onClose, onStarted }: CancelBookedDialogProps) {
  const booked = useQuery({ ...closureHitsQuery(closure), enabled: closure !== undefined })
  const start = useAttempt({
    send: (seen: { closure_id: string; fingerprint: string }, once) =>
      once('POST /api/closures/:closure_id/runs', seen),
    refresh: refreshClosures,
  })
  async function confirm() {
    if (!closure || !booked.data) return
    const { fingerprint } = booked.data
    const outcome = await start.attempt({ closure_id: closure.id, fingerprint })
    if (outcome && 'answer' in outcome) onStarted(outcome.answer.run_id)
    else void booked.refetch()
  }
  return (
    <ConfirmDialog
      opened={closure !== undefined}
      title="Cancel What Is Booked?"
      label="Cancel, Tell and Refund"
      dismissLabel="Keep Them Booked"
      isPending={start.isPending}
      disabled={!booked.data}
      onConfirm={() => void confirm()}
      onClose={() => {
        start.forgetError()
        onClose()
      }}
    >
      <p className={dialogContent.text}>
        Each customer gets one message with the reason “{closure?.reason}”.
        {booked.data &&
          booked.data.refund > 0 &&
          ` ${formatDollars(centsFromDollars(booked.data.refund))} go back.`}
      </p>
      {booked.data && <HitTable hits={booked.data.hits} />}
      <AttemptError error={start.error ?? booked.error} button="Cancel, Tell and Refund" />
    </ConfirmDialog>
  )
}
