import { useState } from 'react'
import type { z } from 'zod'
import type {
  deleteCampRegistration,
  StaffCampRegistration,
} from '../../../../../shared/contract/programs/campRegistrations.ts'
import { mayOverride } from '../../../../api/apiError.ts'
import { refreshAfterPayment } from '../../../../api/queries/staffPayments.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { enterReason, lacksReason, ReasonField } from '../../../../components/staff/ReasonField.tsx'
import { type Tell, TellFields } from '../../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import { type RefundChoice, RefundSelect } from './RefundSelect.tsx'
import classes from './registrations.module.css'
import { nameOf } from './registrationTexts.ts'

interface DeleteRegistrationDialogProps {
  /** Undefined: the dialog is closed. */
  registration: StaffCampRegistration | undefined
  onClose: () => void
}

/** Names whose registration is deleted and what is given back, and deletes it when that is confirmed (spec 3 §2). */
export const DeleteRegistrationDialog = ({ registration, onClose }: DeleteRegistrationDialogProps) =>
  registration ? (
    <DeleteRegistration key={registration.id} registration={registration} onClose={onClose} />
  ) : null

type Choices = z.input<typeof deleteCampRegistration.query>

function DeleteRegistration(props: { registration: StaffCampRegistration; onClose: () => void }) {
  const { registration, onClose } = props
  const { id, revision, status } = registration
  const [refund, setRefund] = useState<RefundChoice>('by_rule')
  const [reason, setReason] = useState('')
  const [overridable, setOverridable] = useState(false)
  const [tell, setTell] = useState<Tell>({ tell: true, message: '' })
  const offerUndo = useOfferUndo()
  const remove = useAttempt({
    send: (query: Choices, once) => once('DELETE /api/admin/camp-registrations/:id', { id, ...query }),
    refresh: refreshAfterPayment,
  })
  async function confirm() {
    const message = tell.message.trim()
    const outcome = await remove.attempt({
      refund,
      expected_revision: revision,
      ...(tell.tell ? message && { message } : { tell: 'false' as const }),
      ...(reason.trim() && { override_reason: reason.trim() }),
    })
    if (!outcome) return
    if ('error' in outcome) return setOverridable(mayOverride(outcome.error))
    offerUndo(outcome.answer)
    onClose()
  }
  const cancels = status !== 'canceled'
  return (
    <ConfirmDialog
      opened
      title="Delete Registration"
      label="Delete Registration"
      dismissLabel="Keep Registration"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={dialogContent.text}>
        Are you sure you want to delete the registration for <strong>{nameOf(registration)}</strong>? This
        action cannot be undone.
      </p>
      <div className={classes.fields}>
        {cancels && <RefundSelect registration={registration} value={refund} onChange={setRefund} />}
        {(overridable || (cancels && refund !== 'by_rule')) && (
          <ReasonField
            error={lacksReason(remove.error) && enterReason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {cancels && <TellFields value={tell} onChange={setTell} />}
        <AttemptError
          error={lacksReason(remove.error) ? null : remove.error}
          button="Delete Registration"
          failure="Failed to delete registration:"
        />
      </div>
    </ConfirmDialog>
  )
}
