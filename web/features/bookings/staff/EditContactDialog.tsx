import { TextInput } from '@mantine/core'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { updateGuestContact } from '../../../../shared/contract/bookings/staffBookings.ts'
import { touches } from '../../../api/touches.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'

interface EditContactDialogProps {
  /** A guest's bookings that are one row; undefined: the dialog is closed. */
  bookings: readonly ListedBooking[] | undefined
  onClose: () => void
}

/** Writes down how a guest can be reached, e.g. a walk-in who gave a number later. */
export const EditContactDialog = ({ bookings, onClose }: EditContactDialogProps) => (
  <FormDialog of={bookings} onClose={onClose} title="Edit Contact" startsInField>
    {(shown, close) => <EditContact bookings={shown} onClose={close} />}
  </FormDialog>
)

function EditContact({ bookings, onClose }: { bookings: readonly ListedBooking[]; onClose: () => void }) {
  const [first] = bookings
  const form = useForm({
    values: {
      guest_name: first?.customer_name ?? '',
      guest_email: first?.customer_email ?? '',
      guest_phone: first?.customer_phone ?? '',
    },
    schema: updateGuestContact.body,
    async send(values, once) {
      for (const { id, kind } of bookings) {
        const contact = { booking_id: id, ...values }
        await (kind === 'lesson'
          ? once('PUT /api/lessons/:booking_id/guest', contact)
          : once('PUT /api/guest-bookings/:booking_id/contact', contact))
      }
    },
    touches: touches.staff,
    onDone: onClose,
  })
  return (
    <Form form={form} label="Edit contact" failure="Failed to save:" submit="Save Contact" onCancel={onClose}>
      <TextInput
        label="Name"
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.field('guest_name')}
      />
      <EmailField required={false} maxLength={254} autoComplete="off" {...form.field('guest_email')} />
      <TextInput label="Phone" type="tel" maxLength={40} autoComplete="off" {...form.field('guest_phone')} />
    </Form>
  )
}
