import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { ErrorCode } from '../../../../shared/contract/errors.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { ApiError, isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useScheduleDay } from '../../../api/queries/scheduleDay.ts'
import { staffBookingQuery } from '../../../api/queries/staffBookings.ts'
import { touches } from '../../../api/touches.ts'
import type { Once } from '../../../api/useAttempt.ts'
import { type Form as FormState, useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { payableOf, seenItems, setPending } from '../../payments/staff/payableOf.ts'
import { TakePaymentDialog } from '../../payments/staff/TakePayment.tsx'
import { updateCageGroup, updateCages, updateLesson, updateLessonGroup } from './bookingCalls.ts'
import { rowName, whenOf } from './bookingTexts.ts'
import { EditFields } from './EditFields.tsx'
import {
  cageChanges,
  type Edited,
  type EditForm,
  editedPrice,
  editForm,
  formOf,
  groupChanges,
  isMoved,
  lessonChanges,
  rebased,
  targetsOf,
} from './editBooking.ts'
import type { Prices } from './moveForm.ts'
import { useMovePrices } from './useMovePrices.ts'

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
  const offerUndo = useOfferUndo()
  const form: FormState<EditForm> = useForm({
    values: formOf(base, only, zone),
    schema: editForm,
    send: (values: EditForm, once): Promise<Saved> => save(values, base, { prices, zone, once }),
    touches: touches.staff,
    fieldOf,
    onDone(saved) {
      offerUndo(saved)
      onClose()
    },
  })
  const schedule = useScheduleDay(form.values.day).data
  const prices = useMovePrices(booking, schedule?.cages)
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

interface Saved {
  readonly message: string
  readonly undo: Undo
}

/** Whether all that is asked is that several are not paid: that is one change, all or none. */
const isOnlyUnpaid = (form: EditForm, before: EditForm): boolean =>
  before.status === 'paid' &&
  form.status === 'pending payment' &&
  form.price === 'by_rule' &&
  form.notes.trim() === before.notes &&
  !isMoved(form, before)

/** One call for all that is changed of the row. */
async function save(
  form: EditForm,
  base: Edited,
  { prices, zone, once }: { prices: Prices; zone: string; once: Once },
): Promise<Saved> {
  const before = formOf(base, form.which, zone)
  const [first, ...others] = targetsOf(base, form.which)
  if (!first) throw new Error('A row of the list has a booking.')
  const targets = [first, ...others] as const
  if (others.length > 0 && isOnlyUnpaid(form, before))
    return setPending({ items: targets.flatMap(seenItems) }, once)
  for (const target of targets) refuseExcess(form, base, target)
  const priceOf = (target: ListedBooking) => editedPrice(form, before, target, prices)
  if (first.kind === 'lesson') {
    const changesOf = (target: ListedBooking) => lessonChanges(form, before, target, priceOf(target))
    return others.length > 0
      ? updateLessonGroup(groupChanges(targets, changesOf), once)
      : updateLesson(first, changesOf(first), once)
  }
  const changesOf = (target: ListedBooking) => {
    const changes = cageChanges(form, before, target, { price: priceOf(target), zone })
    if (!changes) throw new ApiError(400, { code: 'clocks_change', message: 'Invalid start date or time' })
    return changes
  }
  return others.length > 0
    ? updateCageGroup(groupChanges(targets, changesOf), once)
    : updateCages(first, changesOf(first), once)
}

/** More than can come back is refused before the proof of who refunds it is asked for. */
function refuseExcess(
  { status, refund, refund_amount }: EditForm,
  { refunds }: Edited,
  { id }: ListedBooking,
) {
  const most = refunds.find((each) => each.id === id)?.refundable_amount ?? 0
  if (status !== 'canceled' || refund !== 'amount' || Number(refund_amount) <= most) return
  throw new ApiError(409, { code: 'refund_exceeds_paid', message: `Enter ${formatAmount(most)} or less.` })
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
  move_costs_more: 'difference',
}
