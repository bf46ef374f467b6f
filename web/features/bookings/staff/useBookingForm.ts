import { useQuery } from '@tanstack/react-query'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { ErrorCode } from '../../../../shared/contract/errors.ts'
import { coachesQuery } from '../../../api/queries/coaches.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useScheduleDay } from '../../../api/queries/scheduleDay.ts'
import { bookingCustomerQuery } from '../../../api/queries/staffBookings.ts'
import { touches } from '../../../api/touches.ts'
import { type Form, type FormOptions, useForm } from '../../../components/form/useForm.ts'
import { readDay } from '../../../components/searchValues.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { changeBooking } from './changeBooking.ts'
import { type Edited, type EditForm, editForm, type Prices } from './editBooking.ts'

interface BookingFormOptions
  extends Pick<
    FormOptions<EditForm, EditForm, unknown, undefined>,
    'values' | 'check' | 'request' | 'onRefused'
  > {
  base: Edited
  /** What counts as changed is what differs from it. */
  before: (form: EditForm) => EditForm
  zone: string
  onClose: () => void
}

/**
 * Edits or moves what the desk has open, and offers to undo it; with the day that is chosen, and what it costs then. While a
 * day is being typed, `values` have the day that the form began with.
 */
export function useBookingForm({ base, before, zone, onClose, ...options }: BookingFormOptions) {
  const offerUndo = useOfferUndo()
  const form: Form<EditForm> = useForm({
    ...options,
    schema: editForm,
    send: (values: EditForm, once) => changeBooking(values, before(values), base, { prices, zone, once }),
    touches: touches.staff,
    fieldOf,
    onDone(saved) {
      offerUndo(saved)
      onClose()
    },
  })
  const values = readDay(form.values.day) ? form.values : { ...form.values, day: options.values.day }
  const schedule = useScheduleDay(values.day).data
  const prices = useMovePrices(base.booking, schedule?.cages)
  return { form, values, schedule, prices }
}

/** What decides the price of a booking at another time: the cages' rates, the coach's, and the customer's discount. */
function useMovePrices({ kind, coach_id, customer_id }: ListedBooking, cages: Prices['cages']): Prices {
  const coach = useQuery(coachesQuery).data?.find(({ id }) => id === coach_id)
  const customer = useQuery({
    ...bookingCustomerQuery(customer_id ?? ''),
    enabled: customer_id !== null && kind !== 'lesson',
  }).data
  const discountPercent = customer_id === null ? 0 : customer?.cage_discount_percent
  const facility = useQuery(facilityQuery).data
  return { cages, coach, discountPercent, facility }
}

/** Refusals that are about a field of the form. */
const fieldOf: Readonly<Partial<Record<ErrorCode, keyof EditForm>>> = {
  cage_not_found: 'cage_id',
  slots_taken: 'start_time',
  no_free_cage: 'cage_id',
  lesson_time_taken: 'start_time',
  coach_unavailable: 'start_time',
  coach_away: 'start_time',
  clocks_change: 'start_time',
  slot_in_past: 'start_time',
  facility_closed: 'start_time',
  slot_too_far_ahead: 'day',
  refund_exceeds_paid: 'refund_amount',
  refund_above_limit: 'refund',
  status_refused: 'status',
  move_changes_nothing: 'start_time',
  move_costs_more: 'difference',
}
