import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { isRefusal, mayOverride } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffBookingQuery } from '../../../api/queries/staffBookings.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { TellFields } from '../../../components/staff/TellFields.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { readersOf, rowName, whenOf } from './bookingTexts.ts'
import classes from './CreateBooking.module.css'
import { DifferenceSelect } from './DifferenceSelect.tsx'
import { DurationSelect } from './DurationSelect.tsx'
import { wantedTime } from './dayAvailability.ts'
import { costsMore, type EditForm, movedPrice, priceLine } from './editBooking.ts'
import { brokenRule, type MoveTarget, moveOf, reasonProblem } from './moveForm.ts'
import { cageChoices, startChoices } from './placeChoices.ts'
import { useBookingForm } from './useBookingForm.ts'

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
  const queryClient = useQueryClient()
  // As it was when the dialog opened: what has been changed since is refused once, told, and then what the move begins from.
  const [{ base, before, values: start }, setFrom] = useState(() => moveOf(shown, to, zone))
  const { booking } = base
  const { form, values, schedule, prices } = useBookingForm({
    values: start,
    base,
    before: () => before,
    zone,
    check: { override_reason: reasonProblem },
    request: (values) => (dearer ? values : { ...values, price: 'by_rule' }),
    async onRefused(error) {
      if (!isRefusal(error, 'changed_meanwhile')) return
      // Without an answer the next press is refused as this one was.
      const newer = await queryClient.fetchQuery(staffBookingQuery(booking.id)).catch(() => null)
      if (newer) setFrom(moveOf(newer.members.find(({ id }) => id === booking.id) ?? newer.booking, to, zone))
    },
    onClose,
  })
  const told = useQuery(staffBookingQuery(booking.id)).data?.told
  const price = movedPrice(booking, values, prices)
  const moving = { targets: [booking], to: values, schedule, facility, now }
  const wanted = wantedTime(values.day, values.start_time, values.duration_minutes, zone)
  const broken = brokenRule(wanted, values.day, facility, now)
  const dearer = costsMore(values, booking, price)
  const needsReason =
    mayOverride(form.refusal) ||
    broken !== null ||
    (dearer && values.price === 'kept') ||
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
          <DateField label="Date" {...form.field('day')} />
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
            value={values.price === 'kept' ? 'kept' : values.difference}
            onChange={({ currentTarget: { value } }) =>
              form.set(
                value === 'kept'
                  ? { price: 'kept', difference: '' }
                  : { price: 'by_rule', difference: value as EditForm['difference'] },
              )
            }
          />
        )}
        {needsReason && <ReasonField description={broken ?? undefined} {...form.field('override_reason')} />}
        <TellFields value={values} onChange={form.set} {...readersOf(booking, told)} />
      </Stack>
    </Form>
  )
}
