import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { ErrorCode } from '../../../../shared/contract/errors.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { ApiError, mayOverride } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useScheduleDay } from '../../../api/queries/scheduleDay.ts'
import { touches } from '../../../api/touches.ts'
import { type Form as FormState, useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { TellFields } from '../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Stack, Text } from '../../../ui/layout.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { updateCages, updateLesson } from './bookingCalls.ts'
import { rowName, whenOf } from './bookingTexts.ts'
import classes from './CreateBooking.module.css'
import { DifferenceSelect } from './DifferenceSelect.tsx'
import { DurationSelect } from './DurationSelect.tsx'
import { wantedTime } from './dayAvailability.ts'
import {
  brokenRule,
  cageMove,
  isDearer,
  lessonMove,
  type MoveForm,
  type MoveTarget,
  movedPrice,
  moveForm,
  moveFormOf,
  priceLine,
} from './moveForm.ts'
import { cageChoices, startChoices } from './placeChoices.ts'
import { useMovePrices } from './useMovePrices.ts'

interface MoveBookingDialogProps {
  /** A cage booking or lesson; undefined: the dialog is closed. */
  booking: ListedBooking | undefined
  /** Where it goes, after a drag or by keys: then just Enter confirms it. */
  to?: MoveTarget | undefined
  onClose: () => void
}

/** Moves a cage booking or lesson to another day, time or cage, and tells the customer, or does not (spec 3 §2). */
export function MoveBookingDialog({ booking, to, onClose }: MoveBookingDialogProps) {
  const facility = useQuery(facilityQuery).data
  return (
    <FormDialog of={booking} onClose={onClose} title="Move Booking" long startsInField>
      {(shown) =>
        facility && (
          <MoveBooking key={shown.id} booking={shown} to={to} facility={facility} onClose={onClose} />
        )
      }
    </FormDialog>
  )
}

interface MoveBookingProps extends MoveBookingDialogProps {
  booking: ListedBooking
  facility: Facility
}

/** The new day, time and cage with what is free there, what it costs, and what the customer is told. */
function MoveBooking({ booking: shown, to, facility, onClose }: MoveBookingProps) {
  const zone = facility.time_zone
  const now = useMinuteClock()
  const offerUndo = useOfferUndo()
  // As it was when the dialog opened: what has been changed since is refused, and not taken over unseen.
  const [booking] = useState(shown)
  const form: FormState<MoveForm> = useForm({
    values: moveFormOf(booking, to, zone),
    schema: moveForm,
    async send(values: MoveForm, once): Promise<{ message: string; undo: Undo }> {
      if (booking.kind === 'lesson') return updateLesson(booking, lessonMove(booking, values, price), once)
      const json = cageMove(booking, values, price, zone)
      if (!json) throw new ApiError(400, { code: 'clocks_change', message: 'The clocks skip that time.' })
      return updateCages(booking, json, once)
    },
    touches: touches.staff,
    fieldOf,
    onDone(saved) {
      offerUndo(saved)
      onClose()
    },
  })
  const { values } = form
  const schedule = useScheduleDay(values.day).data
  const price = movedPrice(booking, values, useMovePrices(booking, schedule?.cages))
  const moving = { targets: [booking], to: values, schedule, facility, now }
  const wanted = wantedTime(values.day, values.start_time, values.duration_minutes, zone)
  const broken = brokenRule(wanted, values.day, facility, now)
  const dearer = isDearer(booking, price)
  const needsReason =
    mayOverride(form.refusal) ||
    broken !== null ||
    (dearer && values.difference === 'kept') ||
    values.override_reason !== ''
  return (
    <Form
      form={form}
      label="Move booking"
      submit="Move Booking"
      startsAtSubmit={to !== undefined}
      onCancel={onClose}
    >
      <Stack gap="lg">
        <PlaceBox
          label="Now"
          title={`${booking.participant_name ?? rowName(booking)} · ${booking.cage_name ?? booking.item_name}`}
          when={whenOf(booking, zone)}
          old
        />
        <div className={classes.pair}>
          <TextInput label="Date" type="date" {...form.field('day')} />
          <NativeSelect
            label="Start Time"
            data-autofocus={to === undefined || undefined}
            data={startChoices(moving)}
            {...form.field('start_time')}
          />
        </div>
        <div className={classes.pair}>
          <NativeSelect label="Cage" data={cageChoices(moving)} {...form.field('cage_id')} />
          <DurationSelect {...form.bind('duration_minutes')} />
        </div>
        <Text as="output" strong>
          {priceLine(booking, price)}
        </Text>
        {dearer && (
          <DifferenceSelect
            others={[
              {
                value: 'kept',
                label: `Keep the price of ${formatDollars(centsFromDollars(booking.total_cost))}`,
              },
            ]}
            {...form.field('difference')}
          />
        )}
        {needsReason && <ReasonField description={broken ?? undefined} {...form.field('override_reason')} />}
        <TellFields value={values} onChange={form.set} email={booking.customer_email} />
      </Stack>
    </Form>
  )
}

/** Refusals that are about a field of the form. */
const fieldOf: Partial<Record<ErrorCode, keyof MoveForm>> = {
  cage_not_found: 'cage_id',
  no_free_cage: 'cage_id',
  slots_taken: 'start_time',
  lesson_time_taken: 'start_time',
  coach_unavailable: 'start_time',
  clocks_change: 'start_time',
  slot_in_past: 'start_time',
  facility_closed: 'start_time',
  move_changes_nothing: 'start_time',
  slot_too_far_ahead: 'day',
  move_costs_more: 'difference',
}
