import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionWithRegistrations } from '../../../../../shared/contract/programs/classSessions.ts'
import { undoSeconds } from '../../../../../shared/domain/bookings/terms.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { formatWallTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { mayOverride } from '../../../../api/apiError.ts'
import { refreshWithoutSession, sessionCancellationQuery } from '../../../../api/queries/classSessions.ts'
import { refreshStaffBookings } from '../../../../api/queries/staffBookings.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { enterReason, lacksReason, ReasonField } from '../../../../components/staff/ReasonField.tsx'
import { type Tell, TellFields } from '../../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import classes from './sessions.module.css'
import { dayOf } from './sessionTexts.ts'

interface CancelSessionDialogProps {
  session: SessionWithRegistrations['session']
  /** Undefined: the dialog is closed. */
  mode: 'cancel' | 'delete' | undefined
  onClose: () => void
  onDeleted: () => void
}

/** Says who is told and what comes back before a session is canceled or deleted (spec 3 §7, §8). */
export const CancelSessionDialog = ({ mode, ...props }: CancelSessionDialogProps) =>
  mode ? <EndSession key={mode} {...props} mode={mode} /> : null

function EndSession(props: CancelSessionDialogProps & { mode: 'cancel' | 'delete' }) {
  const { session, mode, onClose, onDeleted } = props
  const { id } = session
  const cancels = session.status === 'active'
  const [reason, setReason] = useState('')
  const [overridable, setOverridable] = useState(false)
  const [tell, setTell] = useState<Tell>({ tell: true, message: '' })
  const offerUndo = useOfferUndo()
  const label = mode === 'cancel' ? 'Cancel Session' : 'Delete Session'
  const end = useAttempt({
    send: (choices: Choices, once) => {
      if (mode === 'cancel') return once('POST /api/admin/class-instances/:id/cancel', { id, ...choices })
      const { tell: isTold, ...more } = choices
      const untold = isTold ? {} : { tell: 'false' as const }
      return once('DELETE /api/admin/class-instances/:id', { id, ...more, ...untold })
    },
    refresh: (queryClient) =>
      mode === 'delete' ? refreshWithoutSession(queryClient, id) : refreshStaffBookings(queryClient),
  })
  // The live news of its cancellation comes before this dialog is closed, and what is canceled has no preview.
  const preview = useQuery({ ...sessionCancellationQuery(id), enabled: cancels && !end.isUnderWayOrDone })
  async function confirm() {
    const message = tell.message.trim()
    const outcome = await end.attempt({
      tell: tell.tell,
      ...(tell.tell && message && { message }),
      ...(reason.trim() && { override_reason: reason.trim() }),
    })
    if (!outcome) return
    if ('error' in outcome) return setOverridable(mayOverride(outcome.error))
    offerUndo(outcome.answer)
    // The view of a deleted session goes with this dialog; closing the dialog first would ask for the session once more.
    if (mode === 'delete') onDeleted()
    else onClose()
  }
  const data = preview.data
  const needsReason = overridable || data?.has_begun === true
  return (
    <ConfirmDialog
      opened
      title={label}
      label={label}
      dismissLabel="Keep Session"
      isPending={end.isPending}
      disabled={cancels && !data}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={dialogContent.text}>
        Are you sure you want to {mode} the session of <strong>{session.class_name}</strong> on{' '}
        {dayOf(session)}, {formatWallTimeRange(session)}? You can undo this for {undoSeconds} seconds.
      </p>
      {preview.error && <ErrorAlert error={preview.error} onRetry={() => void preview.refetch()} />}
      {cancels && !data && !preview.error && <Skeleton height={44} radius="md" />}
      {data && (
        <ul className={classes.consequences}>
          {data.registrations === 0 && <li>No one is registered.</li>}
          {data.registrations > 0 && (
            <li>
              {data.registrations === 1 ? '1 registration is' : `${data.registrations} registrations are`}{' '}
              canceled.{' '}
              {tell.tell
                ? `${data.told === 1 ? '1 person is' : `${data.told} people are`} told by mail.`
                : 'No one is told.'}
            </li>
          )}
          {data.refund_amount > 0 && <li>{refundText(data.refund_amount, data.refund_by_hand)}</li>}
          {data.registrations > 0 && data.refund_amount === 0 && <li>Nothing to refund.</li>}
          {data.checkouts > 0 && (
            <li>
              {data.checkouts === 1 ? 'Someone is' : `${data.checkouts} people are`} paying for a spot now.
              {mode === 'cancel' && ' What is paid after this is refunded automatically.'}
            </li>
          )}
        </ul>
      )}
      <div className={classes.fields}>
        {needsReason && (
          <ReasonField
            error={lacksReason(end.error) && enterReason}
            description="The session has started, or was paid for. Enter a reason."
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {data && data.registrations > 0 && (
          <TellFields value={tell} onChange={setTell} who="everybody who is registered" />
        )}
        <AttemptError
          error={lacksReason(end.error) ? null : end.error}
          button={label}
          failure={mode === 'delete' ? 'Failed to delete class session.' : 'Failed to cancel class session.'}
        />
      </div>
    </ConfirmDialog>
  )
}

const refundText = (amount: number, byHand: number): string =>
  byHand === 0
    ? `${formatAmount(amount)} is refunded to cards.`
    : byHand === amount
      ? `${formatAmount(amount)} is to be refunded at the front desk.`
      : `${formatAmount(amount)} is refunded: ${formatAmount(byHand)} of it at the front desk, the rest to cards.`

interface Choices {
  readonly tell: boolean
  readonly message?: string
  readonly override_reason?: string
}
