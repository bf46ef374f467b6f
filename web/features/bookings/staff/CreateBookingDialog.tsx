import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { ErrorCode } from '../../../../shared/contract/errors.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { formatDollars } from '../../../../shared/domain/money/money.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { ApiError, isRefusal, mayOverride } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { touches } from '../../../api/touches.ts'
import type { Once } from '../../../api/useAttempt.ts'
import { type Form as FormState, useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { NotesField } from '../../../components/staff/NotesField.tsx'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { TellFields } from '../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { Grid, Stack, Text } from '../../../ui/layout.tsx'
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
import { wantedTime } from './dayAvailability.ts'
import { PlaceFields, usePlaces } from './PlaceFields.tsx'

interface CreateBookingDialogProps {
  /** What is chosen at first; undefined: the dialog is closed. */
  of: CreatePrefill | undefined
  onClose: () => void
  /** With the sentence that was shown. */
  onCreated?: ((message: string) => void) | undefined
}

/** The desk books cages or a lesson, for an account or a new person (spec 3 §4, §5, §9). */
export function CreateBookingDialog({ of, ...props }: CreateBookingDialogProps) {
  const facility = useQuery(facilityQuery).data
  return (
    <FormDialog of={of} onClose={props.onClose} title="Create Booking" long wide startsInField>
      {(prefill) => facility && <CreateBookingForm {...props} prefill={prefill} facility={facility} />}
    </FormDialog>
  )
}

interface CreateBookingFormProps extends Omit<CreateBookingDialogProps, 'of'> {
  prefill: CreatePrefill
  facility: Facility
}

function CreateBookingForm({ onClose, onCreated, prefill, facility }: CreateBookingFormProps) {
  const offerUndo = useOfferUndo()
  const form: FormState<BookingForm> = useForm({
    values: emptyForm(prefill, new Date(), facility),
    schema: bookingForm,
    request: (values: BookingForm): BookingForm => ({ ...values, total: places.price?.total ?? null }),
    send: (asked: BookingForm, once): Promise<Booked> => book(asked, facility.time_zone, once),
    touches: touches.staff,
    fieldOf,
    problemOf: ({ path, message }) => {
      const field = path.findLast((part) => typeof part === 'string')
      return [field === 'guest_name' ? 'person' : (field as keyof BookingForm), message]
    },
    onDone(booked) {
      offerUndo(booked)
      onCreated?.(booked.message)
      onClose()
    },
  })
  const { values } = form
  const places = usePlaces(values, facility)
  const { price } = places
  return (
    <Form
      form={form}
      label="Create booking"
      failure="Error:"
      submit="Create Booking"
      onCancel={onClose}
      more={
        <div className={classes.total}>
          <output aria-label="Total cost">{price ? formatDollars(price.total) : '—'}</output>
          <Text as="span" tone="dim" size="sm">
            {price?.parts}
          </Text>
          {form.errors.total && (
            <Text as="span" tone="problem" size="sm" above={4} className={classes.error} role="alert">
              {form.errors.total}
            </Text>
          )}
        </div>
      }
    >
      <Grid gap="lg" className={classes.columns}>
        <Stack gap="lg">
          <CustomerFields form={form} />
          <PlaceFields form={form} places={places} />
        </Stack>
        <Stack as="section" className={classes.payment} aria-label="Payment and notes">
          <Summary values={values} places={places} facility={facility} />
          <NativeSelect
            label="Payment Method"
            data={Object.entries(methodNames).map(([value, label]) => ({ value, label }))}
            {...form.field('payment_method')}
          />
          <NativeSelect
            label="Status"
            data={[
              { value: 'pending payment', label: 'Pending Payment' },
              { value: 'paid', label: 'Paid' },
            ]}
            {...form.field('status')}
          />
          {values.status === 'paid' && <PaidBySelect {...form.field('paid_by')} />}
          <NotesField label="Notes (optional)" maxRows={5} {...form.field('notes')} />
          <TellFields
            value={values}
            onChange={form.set}
            reachesNoOne={
              values.who === 'guest' && values.guest_phone.trim() !== '' && values.guest_email.trim() === ''
            }
          />
          {(mayOverride(form.refusal) || values.override_reason !== '') && (
            <ReasonField
              description="This differs from the policy. Enter a reason, then create it again."
              {...form.field('override_reason')}
            />
          )}
        </Stack>
      </Grid>
    </Form>
  )
}

interface SummaryProps {
  values: BookingForm
  places: ReturnType<typeof usePlaces>
  facility: Facility
}

/** Who, when and where, as far as it is chosen. */
function Summary({ values, places, facility }: SummaryProps) {
  const { person, guest_name, day, start_time, duration_minutes, cage_ids, coach_id, kind } = values
  const name = person?.full_name ?? guest_name.trim()
  const time = start_time ? wantedTime(day, start_time, duration_minutes, facility.time_zone) : null
  const coach = kind === 'lesson' ? places.coaches.find(({ id }) => id === coach_id)?.name : undefined
  const cages = places.cages.filter(({ id }) => cage_ids.includes(id)).map((cage) => cage.name)
  const lines = [
    { key: 'who', text: name, empty: 'Customer' },
    {
      key: 'when',
      text:
        time &&
        `${formatDay(day)}, ${formatTimeRange(new Date(time.startMs), new Date(time.endMs), facility.time_zone)}`,
      empty: day ? `${formatDay(day)}, time` : 'Date and time',
    },
    ...(kind === 'lesson' ? [{ key: 'coach', text: coach, empty: 'Coach' }] : []),
    { key: 'where', text: cages.join(', '), empty: kind === 'lesson' ? 'First free cage' : 'Cages' },
  ]
  return (
    <ul className={classes.summary} aria-label="This booking">
      {lines.map(({ key, text, empty }) => (
        <li key={key} data-empty={!text || undefined}>
          {text || empty}
        </li>
      ))}
    </ul>
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
const fieldOf: Readonly<Partial<Record<ErrorCode, keyof BookingForm>>> = {
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
