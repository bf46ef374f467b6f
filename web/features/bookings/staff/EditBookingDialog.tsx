import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffBookingQuery } from '../../../api/queries/staffBookings.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { payableOf } from '../../payments/staff/payableOf.ts'
import { TakePaymentDialog } from '../../payments/staff/TakePayment.tsx'
import { rowName, whenOf } from './bookingTexts.ts'
import { EditFields } from './EditFields.tsx'
import { type Edited, formOf, rebased } from './editBooking.ts'
import { useBookingForm } from './useBookingForm.ts'

interface EditBookingDialogProps {
  /** Undefined: the dialog is closed. */
  booking: ListedBooking | undefined
  onClose: () => void
}

/** Changes time, cage, status, price and notes of cage bookings and lessons (spec 3 §2, §7, §8). */
export function EditBookingDialog({ booking, onClose }: EditBookingDialogProps) {
  const facility = useQuery(facilityQuery).data
  const id = booking?.id ?? ''
  const found = useQuery({ ...staffBookingQuery(id), enabled: booking !== undefined })
  return (
    <FormDialog of={booking} onClose={onClose} title="Edit Booking" long wide>
      {() =>
        found.data && facility ? (
          <EditBooking key={id} found={found.data} facility={facility} onClose={onClose} />
        ) : found.error ? (
          <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <div aria-busy="true">
            <Skeleton height={64} />
            <Skeleton height={180} mt="md" />
          </div>
        )
      }
    </FormDialog>
  )
}

interface EditBookingProps extends Omit<EditBookingDialogProps, 'booking'> {
  found: Edited
  facility: Facility
}

function EditBooking({ found, facility, onClose }: EditBookingProps) {
  const zone = facility.time_zone
  const queryClient = useQueryClient()
  // What the form was filled with: it stays while the list goes on, until a newer version is asked for.
  const [base, setBase] = useState<Edited>(found)
  const [paying, setPaying] = useState<readonly ListedBooking[]>()
  const only = base.members.length === 1 ? (base.members[0]?.id ?? '') : ''
  const { booking } = base
  const { form, values, schedule, prices } = useBookingForm({
    values: formOf(base, only, zone),
    base,
    before: ({ which }) => formOf(base, which, zone),
    zone,
    onClose,
  })
  const isStale = isRefusal(form.refusal, 'changed_meanwhile')
  async function loadNewer() {
    const newer = await queryClient.fetchQuery({ ...staffBookingQuery(booking.id), staleTime: 0 })
    const { which } = form.values
    form.replace(rebased(form.values, formOf(base, which, zone), formOf(newer, which, zone)))
    if (isStale) form.forgetProblem()
    setBase(newer)
  }
  return (
    <>
      <Form
        form={form}
        label="Edit booking"
        failure="Failed to save:"
        submit="Save Changes"
        onCancel={onClose}
        more={
          isStale && (
            <Button variant="default" onClick={() => void loadNewer()}>
              Load the Latest, Keep What I Typed
            </Button>
          )
        }
      >
        <Stack gap="lg">
          <PlaceBox
            title={`${rowName(booking)} · ${booking.item_name}`}
            when={`${whenOf(booking, zone)}${booking.participant_name ? ` · for ${booking.participant_name}` : ''}`}
          />
          <EditFields
            form={form}
            values={values}
            edited={base}
            facility={facility}
            schedule={schedule}
            prices={prices}
            onPaid={setPaying}
          />
        </Stack>
      </Form>
      {/* Not inside the form: what is submitted in the dialog would bubble to it. */}
      <TakePaymentDialog
        of={paying?.flatMap(payableOf)}
        onClose={() => setPaying(undefined)}
        onTaken={() => void loadNewer()}
      />
    </>
  )
}
