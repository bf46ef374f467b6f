import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import { ApiError, isRefusal, mayOverride } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { refreshStaffBookings } from '../../../api/queries/staffBookings.ts'
import type { Once } from '../../../api/useAttempt.ts'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { TellFields } from '../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { methodNames } from './bookingTexts.ts'
import classes from './CreateBooking.module.css'
import { CustomerFields } from './CustomerFields.tsx'
import {
  type BookingForm,
  bookingForm,
  type CreatePrefill,
  cageRequest,
  emptyForm,
  lessonRequest,
} from './createBooking.ts'
import { PaidBySelect } from './DifferenceSelect.tsx'
import { PlaceFields } from './PlaceFields.tsx'

interface CreateBookingDialogProps {
  opened: boolean
  onClose: () => void
  /** With the sentence that was shown. */
  onCreated?: ((message: string) => void) | undefined
  /** What is chosen at first. */
  prefill?: CreatePrefill | undefined
}

/** The desk books cages or a lesson, for an account or a new person (spec 3 §4, §5, §9). */
export const CreateBookingDialog = (props: CreateBookingDialogProps) => (
  <Dialog opened={props.opened} onClose={props.onClose} title="Create Booking" long wide startsInField>
    <CreateBookingForm {...props} />
  </Dialog>
)

function CreateBookingForm({ onClose, onCreated, prefill = {} }: CreateBookingDialogProps) {
  const facility = useQuery(facilityQuery).data
  const [total, setTotal] = useState<number | null>(null)
  const [overridable, setOverridable] = useState(false)
  const offerUndo = useOfferUndo()
  if (!facility) return null
  const zone = facility.time_zone
  return (
    <ServerForm
      label="Create booking"
      initialValues={emptyForm(prefill, new Date(), facility)}
      schema={bookingForm}
      requestOf={(values: BookingForm) => ({ ...values, total })}
      send={async (form, once) => {
        try {
          return await book(form, zone, once)
        } catch (error) {
          setOverridable(mayOverride(error))
          throw error
        }
      }}
      refresh={refreshStaffBookings}
      fieldOf={fieldOf}
      failure="Error:"
      submit="Create Booking"
      onCancel={onClose}
      onDone={(booked) => {
        offerUndo(booked)
        onCreated?.(booked.message)
        onClose()
      }}
    >
      {(form) => (
        <div className={classes.columns}>
          <CustomerFields form={form} />
          <PlaceFields form={form} facility={facility} onTotal={setTotal} />
          <section className={classes.section} aria-label="Payment and notes">
            <div className={classes.pair}>
              <NativeSelect
                label="Payment method"
                size="md"
                data={Object.entries(methodNames).map(([value, label]) => ({ value, label }))}
                {...form.getInputProps('payment_method')}
              />
              <NativeSelect
                label="Status"
                size="md"
                data={[
                  { value: 'pending payment', label: 'Pending Payment' },
                  { value: 'paid', label: 'Paid' },
                ]}
                {...form.getInputProps('status')}
              />
              {form.getValues().status === 'paid' && <PaidBySelect {...form.getInputProps('paid_by')} />}
            </div>
            <Textarea
              size="md"
              label="Notes (optional)"
              description="The customer can see these."
              autosize
              minRows={1}
              maxRows={5}
              maxLength={2_000}
              {...form.getInputProps('notes')}
            />
            <TellFields
              value={form.values}
              onChange={({ tell, message }) => form.setValues({ tell, message })}
            />
            {(overridable || form.values.override_reason !== '') && (
              <ReasonField
                description="This differs from the policy. Enter a reason, then create it again."
                {...form.getInputProps('override_reason')}
              />
            )}
          </section>
        </div>
      )}
    </ServerForm>
  )
}

interface Booked {
  readonly message: string
  readonly undo: Undo
}

/** One call: all of it is booked or nothing (spec 3 §4). */
async function book(form: BookingForm, zone: string, once: Once): Promise<Booked> {
  try {
    if (form.kind === 'lesson') {
      const json = lessonRequest(form)
      return await once('POST /api/admin/lessons', json)
    }
    const json = cageRequest(form, zone)
    if (!json) throw new ApiError(400, { code: 'clocks_change', message: 'Invalid start date or time' })
    if (form.who === 'guest') return await once('POST /api/guest-bookings', json)
    const user_id = form.person?.id ?? ''
    return await once('POST /api/customers/:user_id/bookings', { user_id, ...json })
  } catch (error) {
    if (isRefusal(error, 'unauthenticated'))
      throw new ApiError(error.status, { code: error.code, message: 'No authenticated user found' })
    throw error
  }
}

/** Refusals that are about a field of the form. */
const fields: Readonly<Record<string, keyof BookingForm>> = {
  customer_not_found: 'person',
  participant_not_found: 'participant_id',
  participant_archived: 'participant_id',
  coach_not_found: 'coach_id',
  coach_away: 'coach_id',
  cage_not_found: 'cage_ids',
  slots_taken: 'cage_ids',
  no_free_cage: 'cage_ids',
  lesson_time_taken: 'start_time',
  coach_unavailable: 'start_time',
  clocks_change: 'start_time',
  slot_in_past: 'start_time',
  facility_closed: 'start_time',
  slot_too_far_ahead: 'day',
  price_changed: 'total',
}

const fieldOf = (error: Error): keyof BookingForm | undefined =>
  error instanceof ApiError ? fields[error.code] : undefined
