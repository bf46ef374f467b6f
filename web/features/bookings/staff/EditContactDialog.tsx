import { TextInput } from '@mantine/core'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { updateGuestContact } from '../../../../shared/contract/bookings/staffBookings.ts'
import { refreshStaffBookings } from '../../../api/queries/staffBookings.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

interface EditContactDialogProps {
  /** A guest's bookings that are one row; undefined: the dialog is closed. */
  bookings: readonly ListedBooking[] | undefined
  onClose: () => void
}

/** Writes down how a guest can be reached, e.g. a walk-in who gave a number later. */
export function EditContactDialog({ bookings, onClose }: EditContactDialogProps) {
  const [first] = bookings ?? []
  return (
    <Dialog opened={first !== undefined} onClose={onClose} title="Edit Contact" startsInField>
      {first && (
        <ServerForm
          label="Edit contact"
          initialValues={{
            guest_name: first.customer_name ?? '',
            guest_email: first.customer_email ?? '',
            guest_phone: first.customer_phone ?? '',
          }}
          schema={updateGuestContact.body}
          requestOf={(values) => values}
          send={async (json, once) => {
            for (const { id, kind } of bookings ?? []) {
              const contact = { booking_id: id, ...json }
              await (kind === 'lesson'
                ? once('PUT /api/lessons/:booking_id/guest', contact)
                : once('PUT /api/guest-bookings/:booking_id/contact', contact))
            }
          }}
          refresh={refreshStaffBookings}
          failure="Failed to save:"
          submit="Save Contact"
          onCancel={onClose}
          onDone={() => {
            onClose()
          }}
        >
          {(form) => (
            <>
              <TextInput
                label="Name"
                maxLength={200}
                autoComplete="off"
                data-autofocus
                {...form.getInputProps('guest_name')}
              />
              <EmailField
                required={false}
                maxLength={254}
                autoComplete="off"
                {...form.getInputProps('guest_email')}
              />
              <TextInput
                label="Phone"
                type="tel"
                maxLength={40}
                autoComplete="off"
                {...form.getInputProps('guest_phone')}
              />
            </>
          )}
        </ServerForm>
      )}
    </Dialog>
  )
}
