import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionWithRegistrations } from '../../../../../shared/contract/programs/classSessions.ts'
import { undoSeconds } from '../../../../../shared/domain/bookings/terms.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { formatWallTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { sessionKey } from '../../../../api/queries/classSessions.ts'
import { queryKeys } from '../../../../api/queryKeys.ts'
import { read } from '../../../../api/read.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { EndFields, noChoices, reasonRequest } from '../../../../components/staff/form/EndFields.tsx'
import { tellQuery, tellRequest } from '../../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Text } from '../../../../ui/layout.tsx'
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
export function CancelSessionDialog({ session, mode, onClose, onDeleted }: CancelSessionDialogProps) {
  const { id } = session
  const cancels = session.status === 'active'
  const [choices, setChoices] = useState(noChoices)
  const [isSent, setSent] = useState(false)
  const offerUndo = useOfferUndo()
  const preview = useQuery({
    // Another key while it is closed: each opening asks again.
    ...read('GET /api/admin/class-instances/:id/cancellation', { id: mode ? id : '' }),
    // The live news of its cancellation comes before this dialog is closed, and what is canceled has no preview.
    enabled: mode !== undefined && cancels && !isSent,
    staleTime: 0,
    gcTime: 0,
  })
  const { data } = preview
  return (
    <ConfirmAction
      of={mode}
      onClose={() => {
        setChoices(noChoices)
        setSent(false)
        onClose()
      }}
      asks={(does) => ({
        label: does === 'cancel' ? 'Cancel Session' : 'Delete Session',
        dismissLabel: 'Keep Session',
        disabled: cancels && !data,
      })}
      failure={mode === 'delete' ? 'Failed to delete class session.' : 'Failed to cancel class session.'}
      send={async (does, once) => {
        setSent(true)
        const reason = reasonRequest(choices.reason)
        return does === 'cancel'
          ? once('POST /api/admin/class-instances/:id/cancel', { id, ...tellRequest(choices), ...reason })
          : once('DELETE /api/admin/class-instances/:id', { id, ...tellQuery(choices), ...reason })
      }}
      // A session that was deleted is not asked for again while its view closes.
      refresh={(queryClient) =>
        queryClient.invalidateQueries({
          queryKey: queryKeys.staff,
          predicate: ({ queryKey }) =>
            mode === 'cancel' || !sessionKey(id).every((part, index) => queryKey[index] === part),
        })
      }
      onRefused={() => setSent(false)}
      onDone={(answer, does) => {
        offerUndo(answer)
        if (does === 'delete') onDeleted()
      }}
    >
      {(does, refusal) => (
        <>
          <Text below="lg">
            Are you sure you want to {does} the session of <strong>{session.class_name}</strong> on{' '}
            {dayOf(session)}, {formatWallTimeRange(session)}? You can undo this for {undoSeconds} seconds.
          </Text>
          {preview.error && <ErrorAlert error={preview.error} onRetry={() => void preview.refetch()} />}
          {cancels && !data && !preview.error && <Skeleton height={44} />}
          {data && (
            <ul className={classes.consequences}>
              {data.registrations === 0 && <li>No one is registered.</li>}
              {data.registrations > 0 && (
                <li>
                  {data.registrations === 1 ? '1 registration is' : `${data.registrations} registrations are`}{' '}
                  canceled.{' '}
                  {choices.tell
                    ? `${data.told === 1 ? '1 person is' : `${data.told} people are`} told by email.`
                    : 'No one is told.'}
                </li>
              )}
              {data.refund_amount > 0 && <li>{refundText(data.refund_amount, data.refund_by_hand)}</li>}
              {data.registrations > 0 && data.refund_amount === 0 && <li>Nothing to refund.</li>}
              {data.checkouts > 0 && (
                <li>
                  {data.checkouts === 1 ? 'Someone is' : `${data.checkouts} people are`} paying for a spot
                  now.
                  {does === 'cancel' && ' What is paid after this is refunded automatically.'}
                </li>
              )}
            </ul>
          )}
          <EndFields
            value={choices}
            onChange={setChoices}
            refusal={refusal}
            needsReason={data?.has_begun === true}
            whyReason="The session has started, or was paid for. Enter a reason."
            tells={data !== undefined && data.registrations > 0}
            who="everybody who is registered"
          />
        </>
      )}
    </ConfirmAction>
  )
}

const refundText = (amount: number, byHand: number): string =>
  byHand === 0
    ? `${formatAmount(amount)} is refunded to cards.`
    : byHand === amount
      ? `${formatAmount(amount)} is to be refunded at the front desk.`
      : `${formatAmount(amount)} is refunded: ${formatAmount(byHand)} of it at the front desk, the rest to cards.`
