import { useQuery } from '@tanstack/react-query'
import type { Closure } from '../../../../../shared/contract/facility/closures.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { HitTable } from '../../../../components/staff/HitChoice.tsx'
import { Text } from '../../../../ui/layout.tsx'

interface CancelBookedDialogProps {
  closure: Closure | undefined
  onClose: () => void
  onStarted: (runId: string) => void
}

/** Cancels what was left booked in a closure. */
export function CancelBookedDialog({ closure, onClose, onStarted }: CancelBookedDialogProps) {
  const { start_time = '', end_time = '', cages = [] } = closure ?? {}
  const booked = useQuery({
    ...read('POST /api/closures/preview', { start_time, end_time, cage_ids: cages.map(({ id }) => id) }),
    staleTime: 0,
    enabled: closure !== undefined,
  })
  return (
    <ConfirmAction
      of={closure}
      onClose={onClose}
      asks={{
        title: 'Cancel what is booked?',
        label: 'Cancel, Tell and Refund',
        dismissLabel: 'Keep Them Booked',
      }}
      send={({ id }, once) =>
        once('POST /api/closures/:closure_id/runs', {
          closure_id: id,
          fingerprint: booked.data?.fingerprint ?? '',
        })
      }
      touches={touches.closures}
      disabled={!booked.data}
      onDone={({ run_id }) => onStarted(run_id)}
    >
      {({ reason }) => (
        <>
          <Text below="lg">
            Each customer with an email address gets one message with the reason “{reason}”.
            {booked.data &&
              booked.data.refund > 0 &&
              ` ${formatDollars(centsFromDollars(booked.data.refund))} goes back.`}
          </Text>
          {booked.data && <HitTable hits={booked.data.hits} />}
          <AttemptError error={booked.error} button="Cancel, Tell and Refund" />
        </>
      )}
    </ConfirmAction>
  )
}
