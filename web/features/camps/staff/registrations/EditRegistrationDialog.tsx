import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { DeskPaymentMethod } from '../../../../../shared/contract/payments/staffPayments.ts'
import {
  type StaffCampRegistration,
  updateCampRegistration,
} from '../../../../../shared/contract/programs/campRegistrations.ts'
import { isRefusal, mayOverride } from '../../../../api/apiError.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { type RefundChoice, reasonRequest } from '../../../../components/staff/form/EndFields.tsx'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { ReasonField } from '../../../../components/staff/ReasonField.tsx'
import { TellFields, tellRequest } from '../../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Text } from '../../../../ui/layout.tsx'
import { CampRefund } from './CampRefund.tsx'
import classes from './registrations.module.css'
import { methodChoices, nameOf, type RegistrationStatus, statusNames } from './registrationTexts.ts'

interface EditRegistrationDialogProps {
  /** Undefined: the dialog is closed. */
  registration: StaffCampRegistration | undefined
  onClose: () => void
}

/** Sets the status of a registration (spec 3 §4). */
export const EditRegistrationDialog = ({ registration, onClose }: EditRegistrationDialogProps) => (
  <FormDialog of={registration} onClose={onClose} title="Edit Registration" startsInField>
    {(edited, close) => <EditRegistration key={edited.id} registration={edited} onClose={close} />}
  </FormDialog>
)

interface Values {
  status: RegistrationStatus
  paid_by: DeskPaymentMethod
  refund: RefundChoice
  tell: boolean
  message: string
  override_reason: string
}

function EditRegistration(props: { registration: StaffCampRegistration; onClose: () => void }) {
  const { registration, onClose } = props
  const offerUndo = useOfferUndo()
  // What was looked at; after someone else's change what is on the screen by now.
  const [{ revision }] = useState(registration)
  const begin: Values = {
    status: registration.status,
    paid_by: 'cash',
    refund: 'by_rule',
    tell: true,
    message: '',
    override_reason: '',
  }
  const form = useForm({
    values: begin,
    schema: updateCampRegistration.body,
    request: (values, refusal) => ({
      status: values.status,
      paid_by: values.paid_by,
      ...(values.status === 'canceled' && { refund: values.refund }),
      ...tellRequest(values),
      ...reasonRequest(values.override_reason),
      expected_revision: isRefusal(refusal, 'changed_meanwhile') ? registration.revision : revision,
    }),
    send: (change, once) =>
      once('PATCH /api/admin/camp-registrations/:id', { id: registration.id, ...change }),
    touches: touches.staff,
    fieldOf: { refund_above_limit: 'refund', refund_exceeds_paid: 'refund' },
    onDone(answer) {
      offerUndo(answer)
      onClose()
    },
  })
  const { status, refund } = form.values
  const changes = status !== registration.status
  const cancels = changes && status === 'canceled'
  const returns = changes && registration.status === 'canceled'
  const paidByCard = registration.paid_by_card && registration.status === 'paid'
  return (
    <Form
      form={form}
      label="Edit registration"
      failure="Failed to update registration:"
      submit="Save Changes"
      onCancel={onClose}
    >
      <Text size="lg" breaks className={classes.name}>
        {nameOf(registration)}
      </Text>
      <NativeSelect
        label="Status"
        data-autofocus
        description={
          paidByCard
            ? 'It was paid by card. Cancel it to refund the payment.'
            : returns
              ? 'This restores the spot at its original price.'
              : undefined
        }
        data={Object.entries(statusNames).map(([value, label]) => ({
          value,
          label,
          disabled: value === 'registered' && paidByCard,
        }))}
        {...form.field('status')}
      />
      {changes && status === 'paid' && (
        <NativeSelect label="How It Was Paid" data={methodChoices} {...form.field('paid_by')} />
      )}
      {cancels && <CampRefund registration={registration} {...form.bind('refund')} />}
      {(cancels || returns) && <TellFields value={form.values} onChange={form.set} />}
      {(mayOverride(form.refusal) || (cancels && refund !== 'by_rule')) && (
        <ReasonField {...form.field('override_reason')} />
      )}
    </Form>
  )
}
