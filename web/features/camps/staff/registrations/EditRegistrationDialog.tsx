import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { DeskPaymentMethod } from '../../../../../shared/contract/payments/staffPayments.ts'
import {
  type StaffCampRegistration,
  updateCampRegistration,
} from '../../../../../shared/contract/programs/campRegistrations.ts'
import { isRefusal, mayOverride } from '../../../../api/apiError.ts'
import { refreshAfterPayment } from '../../../../api/queries/staffPayments.ts'
import { ReasonField } from '../../../../components/staff/ReasonField.tsx'
import { ServerForm } from '../../../../components/staff/ServerForm.tsx'
import { TellFields, tellRequest } from '../../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { type RefundChoice, RefundSelect } from './RefundSelect.tsx'
import classes from './registrations.module.css'
import { methodChoices, nameOf, type RegistrationStatus, statusNames } from './registrationTexts.ts'

interface EditRegistrationDialogProps {
  /** Undefined: the dialog is closed. */
  registration: StaffCampRegistration | undefined
  onClose: () => void
}

/** Sets the status of a registration (spec 3 §4). */
export const EditRegistrationDialog = ({ registration, onClose }: EditRegistrationDialogProps) => (
  <Dialog opened={registration !== undefined} onClose={onClose} title="Edit Registration" startsInField>
    {registration && <EditRegistration key={registration.id} registration={registration} onClose={onClose} />}
  </Dialog>
)

interface Form {
  status: RegistrationStatus
  paid_by: DeskPaymentMethod
  refund: RefundChoice
  tell: boolean
  message: string
  override_reason: string
}

function EditRegistration(props: { registration: StaffCampRegistration; onClose: () => void }) {
  const { registration, onClose } = props
  const { id } = registration
  const offerUndo = useOfferUndo()
  const [overridable, setOverridable] = useState(false)
  // What was looked at; after someone else's change what is on the screen by now.
  const [revision, setRevision] = useState<number | null>(registration.revision)
  return (
    <ServerForm
      label="Edit registration"
      initialValues={
        {
          status: registration.status,
          paid_by: 'cash',
          refund: 'by_rule',
          tell: true,
          message: '',
          override_reason: '',
        } as Form
      }
      schema={updateCampRegistration.body}
      requestOf={(form) => ({
        status: form.status,
        paid_by: form.paid_by,
        ...(form.status === 'canceled' && { refund: form.refund }),
        ...tellRequest(form),
        ...(form.override_reason.trim() && { override_reason: form.override_reason.trim() }),
        expected_revision: revision ?? registration.revision,
      })}
      send={async (json, once) => {
        try {
          const param = { id }
          return await once('PATCH /api/admin/camp-registrations/:id', { ...param, ...json })
        } catch (error) {
          setOverridable(mayOverride(error))
          if (isRefusal(error, 'changed_meanwhile')) setRevision(null)
          throw error
        }
      }}
      refresh={refreshAfterPayment}
      fieldOf={(error) =>
        isRefusal(error, 'refund_above_limit') || isRefusal(error, 'refund_exceeds_paid')
          ? 'refund'
          : undefined
      }
      failure="Failed to update registration:"
      submit="Save Changes"
      onCancel={onClose}
      onDone={(answer) => {
        offerUndo(answer)
        onClose()
      }}
    >
      {(form) => {
        const { status, refund } = form.values
        const changes = status !== registration.status
        const cancels = changes && status === 'canceled'
        const returns = changes && registration.status === 'canceled'
        return (
          <div className={classes.fields}>
            <p className={classes.name}>{nameOf(registration)}</p>
            <NativeSelect
              label="Status"
              size="md"
              data-autofocus
              description={
                registration.paid_by_card && registration.status === 'paid'
                  ? 'It was paid by card. Cancel it to refund the payment.'
                  : returns
                    ? 'This restores the spot at its original price.'
                    : undefined
              }
              data={Object.entries(statusNames).map(([value, label]) => ({
                value,
                label,
                disabled:
                  value === 'registered' && registration.paid_by_card && registration.status === 'paid',
              }))}
              {...form.getInputProps('status')}
            />
            {changes && status === 'paid' && (
              <NativeSelect
                label="How it was paid"
                size="md"
                data={methodChoices}
                {...form.getInputProps('paid_by')}
              />
            )}
            {cancels && (
              <RefundSelect
                registration={registration}
                value={refund}
                error={form.errors.refund}
                onChange={(chosen) => form.setFieldValue('refund', chosen)}
              />
            )}
            {(cancels || returns) && (
              <TellFields
                value={form.values}
                onChange={({ tell, message }) => form.setValues({ tell, message })}
              />
            )}
            {(overridable || (cancels && refund !== 'by_rule')) && (
              <ReasonField {...form.getInputProps('override_reason')} />
            )}
          </div>
        )
      }}
    </ServerForm>
  )
}
