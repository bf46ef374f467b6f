import { NativeSelect } from '@mantine/core'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { nextStatuses } from '../../../../shared/domain/bookings/bookingStatus.ts'
import { centsFromDollars, dollarsFromCents, formatDollars } from '../../../../shared/domain/money/money.ts'
import { mayOverride } from '../../../api/apiError.ts'
import type { Form } from '../../../components/form/useForm.ts'
import { NotesField } from '../../../components/staff/NotesField.tsx'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { TellFields } from '../../../components/staff/TellFields.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Text } from '../../../ui/layout.tsx'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { readersOf } from './bookingTexts.ts'
import classes from './CreateBooking.module.css'
import { DifferenceSelect, PaidBySelect } from './DifferenceSelect.tsx'
import { DurationSelect } from './DurationSelect.tsx'
import {
  comesBackPaid,
  costsMore,
  type Edited,
  type EditForm,
  editedPrice,
  formOf,
  isMoved,
  type Prices,
  priceLine,
  refundChoices,
  targetsOf,
} from './editBooking.ts'
import { cageChoices, startChoices } from './placeChoices.ts'

interface EditFieldsProps {
  form: Form<EditForm>
  /** As `useBookingForm` has them. */
  values: EditForm
  /** What the form was filled with. */
  edited: Edited
  facility: Facility
  /** Of the day that is chosen. */
  schedule: ScheduleDay | undefined
  /** What decides the price at a new time, as far as it is known. */
  prices: Prices
  /** *Paid* was chosen for what is not: how is asked first. */
  onPaid: (targets: readonly ListedBooking[]) => void
}

const statusNames = { 'pending payment': 'Pending Payment', paid: 'Paid', canceled: 'Canceled' }

/** What can be different of a booking or lesson. What is taken on the day is shown as taken. */
export function EditFields({ form, values, edited, facility, schedule, prices, onPaid }: EditFieldsProps) {
  const { booking, members } = edited
  const zone = facility.time_zone
  const now = useMinuteClock()
  const targets = targetsOf(edited, values.which)
  const before = formOf(edited, values.which, zone)
  const cancels = values.status === 'canceled'
  const moves = isMoved(values, before)
  const [target] = targets
  const moving = { targets, to: values, schedule, facility, now, onlyFree: true }
  const priced = targets.map((each) => ({ each, price: editedPrice(values, before, each, prices) }))
  const nowCents = targets.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0)
  const thenCents = priced.reduce<number | null>(
    (sum, { price }) => (sum === null || price === null ? null : sum + price),
    0,
  )
  const costs = formatDollars(nowCents)
  const state = target?.status === 'active' ? 'pending payment' : (target?.status ?? 'pending payment')
  const needsReason =
    mayOverride(form.refusal) ||
    values.price !== 'by_rule' ||
    (cancels && values.refund !== 'by_rule') ||
    values.override_reason !== ''
  return (
    <>
      {members.length > 1 && (
        <NativeSelect
          label="Change"
          data={[
            { value: '', label: `All ${members.length} bookings` },
            ...members.map(({ id, item_name }) => ({ value: id, label: `${item_name} alone` })),
          ]}
          {...form.field('which')}
          onChange={({ currentTarget: { value } }) =>
            form.set({ which: value, cage_id: formOf(edited, value, zone).cage_id })
          }
        />
      )}
      <div className={classes.pair}>
        <NativeSelect
          label="Status"
          data={[state, ...nextStatuses.admin[state]].map((value) => ({ value, label: statusNames[value] }))}
          {...form.field('status')}
          onChange={({ currentTarget: { value } }) => {
            if (value === 'paid' && before.status === 'pending payment') return onPaid(targets)
            const status = value as EditForm['status']
            form.set({
              status,
              ...(comesBackPaid({ status }, before) && { difference: 'cash' as const }),
            })
          }}
        />
        {cancels && before.status === 'paid' && (
          <NativeSelect
            label="Refund"
            data={[
              ...refundChoices(edited.refunds.filter(({ id }) => targets.some((each) => each.id === id))),
              { value: 'amount', label: targets.length > 1 ? 'Another amount each' : 'Another amount' },
            ]}
            {...form.field('refund')}
          />
        )}
        {cancels && values.refund === 'amount' && (
          <MoneyField label="Amount in Dollars" {...form.bind('refund_amount')} />
        )}
      </div>
      {!cancels && (
        <>
          <div className={classes.three}>
            <DateField label="Date" {...form.field('day')} />
            <NativeSelect label="Start Time" data={startChoices(moving)} {...form.field('start_time')} />
            <DurationSelect own={before.duration_minutes} {...form.bind('duration_minutes')} />
          </div>
          <div className={classes.pair}>
            {targets.length === 1 && (
              <NativeSelect label="Cage" data={cageChoices(moving)} {...form.field('cage_id')} />
            )}
            <NativeSelect
              label="Price"
              data={[
                {
                  value: 'by_rule',
                  label: moves ? `By the price list (now ${costs})` : `Unchanged (${costs})`,
                },
                ...(moves ? [{ value: 'kept', label: 'As before' }] : []),
                { value: 'amount', label: targets.length > 1 ? 'Another amount each' : 'Another amount' },
              ]}
              {...form.field('price')}
            />
            {values.price === 'amount' && (
              <MoneyField label="Amount in Dollars" {...form.bind('price_amount')} />
            )}
          </div>
          {(moves || values.price !== 'by_rule') && (
            <Text as="output" strong>
              {priceLine({ status: values.status, total_cost: dollarsFromCents(nowCents) }, thenCents)}
            </Text>
          )}
          {comesBackPaid(values, before) ? (
            <PaidBySelect {...form.field('difference')} />
          ) : (
            priced.some(({ each, price }) => costsMore(values, each, price)) && (
              <DifferenceSelect {...form.field('difference')} />
            )
          )}
        </>
      )}
      <NotesField label={booking.kind === 'lesson' ? 'Coach Notes' : 'Notes'} {...form.field('notes')} />
      {needsReason && <ReasonField {...form.field('override_reason')} />}
      <TellFields value={values} onChange={form.set} {...readersOf(booking, edited.told)} />
    </>
  )
}
