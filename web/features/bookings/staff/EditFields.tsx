import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { nextStatuses } from '../../../../shared/domain/bookings/bookingStatus.ts'
import { centsFromDollars, dollarsFromCents, formatDollars } from '../../../../shared/domain/money/money.ts'
import { formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { useScheduleDay } from '../../../api/queries/scheduleDay.ts'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { TellFields } from '../../../components/staff/TellFields.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { MoneyField } from '../../../ui/NumberField.tsx'
import classes from './CreateBooking.module.css'
import { DifferenceSelect, PaidBySelect } from './DifferenceSelect.tsx'
import { DurationSelect } from './DurationSelect.tsx'
import { inCage, outsideHours, startTimes, takingsOf, wantedTime, withCoach } from './dayAvailability.ts'
import {
  comesBackPaid,
  costsMore,
  type Edited,
  type EditForm,
  editedPrice,
  formOf,
  isMoved,
  refundChoices,
  targetsOf,
} from './editBooking.ts'
import { type Prices, priceLine } from './moveForm.ts'
import { useMovePrices } from './useMovePrices.ts'

interface EditFieldsProps {
  form: UseFormReturnType<EditForm>
  /** What the form was filled with. */
  edited: Edited
  facility: Facility
  /** A rule is in the way that a written reason would break. */
  overridable: boolean
  /** *Paid* was chosen for what is not: how is asked first. */
  onPaid: (targets: readonly ListedBooking[]) => void
  /** With what decides the price at a new time, as far as it is known. */
  onPrices: (prices: Prices) => void
}

const statusNames = { 'pending payment': 'Pending Payment', paid: 'Paid', canceled: 'Canceled' }

/** What can be different of a booking or lesson. What is taken on the day is shown as taken. */
export function EditFields({ form, edited, facility, overridable, onPaid, onPrices }: EditFieldsProps) {
  const { booking, members } = edited
  const { values } = form
  const zone = facility.time_zone
  const now = useMinuteClock()
  const schedule = useScheduleDay(values.day).data
  const targets = targetsOf(edited, values.which)
  const before = formOf(edited, values.which, zone)
  const cancels = values.status === 'canceled'
  const moves = isMoved(values, before)
  const [target] = targets
  const prices = useMovePrices(booking, schedule?.cages)
  useEffect(() => onPrices(prices), [prices, onPrices])
  const priced = targets.map((each) => ({ each, price: editedPrice(values, before, each, prices) }))
  const nowCents = targets.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0)
  const thenCents = priced.reduce<number | null>(
    (sum, { price }) => (sum === null || price === null ? null : sum + price),
    0,
  )
  const costs = formatDollars(nowCents)
  const state = target?.status === 'active' ? 'pending payment' : (target?.status ?? 'pending payment')
  const needsReason =
    overridable ||
    values.price !== 'by_rule' ||
    (cancels && values.refund !== 'by_rule') ||
    values.override_reason !== ''
  return (
    <>
      {members.length > 1 && (
        <NativeSelect
          label="Change"
          size="md"
          data={[
            { value: '', label: `All ${members.length} bookings` },
            ...members.map(({ id, item_name }) => ({ value: id, label: `${item_name} alone` })),
          ]}
          value={values.which}
          onChange={({ currentTarget: { value } }) =>
            form.setValues({ which: value, cage_id: formOf(edited, value, zone).cage_id })
          }
        />
      )}
      <div className={classes.pair}>
        <NativeSelect
          label="Status"
          size="md"
          data={[state, ...nextStatuses.admin[state]].map((value) => ({ value, label: statusNames[value] }))}
          {...form.getInputProps('status')}
          onChange={({ currentTarget: { value } }) => {
            if (value === 'paid' && before.status === 'pending payment') return onPaid(targets)
            const status = value as EditForm['status']
            form.setValues({
              status,
              ...(comesBackPaid({ status }, before) && { difference: 'cash' as const }),
            })
          }}
        />
        {cancels && before.status === 'paid' && (
          <NativeSelect
            label="Refund"
            size="md"
            data={[
              ...refundChoices(edited.refunds.filter(({ id }) => targets.some((each) => each.id === id))),
              { value: 'amount', label: targets.length > 1 ? 'Another amount each' : 'Another amount' },
            ]}
            {...form.getInputProps('refund')}
          />
        )}
        {cancels && values.refund === 'amount' && (
          <MoneyField label="Amount in dollars" {...form.getInputProps('refund_amount')} />
        )}
      </div>
      {!cancels && (
        <>
          <div className={classes.three}>
            <TextInput label="Date" type="date" {...form.getInputProps('day')} />
            <NativeSelect
              label="Start time"
              size="md"
              data={startChoices(values, { schedule, zone, edited }, { facility, now })}
              {...form.getInputProps('start_time')}
            />
            <DurationSelect
              own={before.duration_minutes}
              {...form.getInputProps('duration_minutes')}
              value={values.duration_minutes}
              onPick={(minutes) => form.setFieldValue('duration_minutes', minutes)}
            />
          </div>
          <div className={classes.pair}>
            {targets.length === 1 && (
              <NativeSelect
                label="Cage"
                size="md"
                data={cageChoices(values, { schedule, zone, edited })}
                {...form.getInputProps('cage_id')}
              />
            )}
            <NativeSelect
              label="Price"
              size="md"
              data={[
                {
                  value: 'by_rule',
                  label: moves ? `By the price list (now ${costs})` : `Unchanged (${costs})`,
                },
                ...(moves ? [{ value: 'kept', label: 'As before' }] : []),
                { value: 'amount', label: targets.length > 1 ? 'Another amount each' : 'Another amount' },
              ]}
              {...form.getInputProps('price')}
            />
            {values.price === 'amount' && (
              <MoneyField label="Amount in dollars" {...form.getInputProps('price_amount')} />
            )}
          </div>
          {(moves || values.price !== 'by_rule') && (
            <output className={classes.question}>
              {priceLine({ status: values.status, total_cost: dollarsFromCents(nowCents) }, thenCents)}
            </output>
          )}
          {comesBackPaid(values, before) ? (
            <PaidBySelect {...form.getInputProps('difference')} />
          ) : (
            priced.some(({ each, price }) => costsMore(values, each, price)) && (
              <DifferenceSelect {...form.getInputProps('difference')} />
            )
          )}
        </>
      )}
      <Textarea
        size="md"
        label={booking.kind === 'lesson' ? 'Coach notes' : 'Notes'}
        description="The customer can see these."
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2_000}
        {...form.getInputProps('notes')}
      />
      {needsReason && <ReasonField {...form.getInputProps('override_reason')} />}
      <TellFields value={values} onChange={({ tell, message }) => form.setValues({ tell, message })} />
    </>
  )
}

interface Around {
  schedule: ScheduleDay | undefined
  zone: string
  edited: Edited
}

/** Half hours of the day, with what has those that are taken; else that they are over or outside the hours. */
function startChoices(
  form: EditForm,
  { schedule, zone, edited }: Around,
  { facility, now }: { facility: Facility; now: Date },
) {
  const targets = targetsOf(edited, form.which)
  const takings = schedule ? takingsOf(schedule, zone) : []
  const cageIds = form.cage_id ? [form.cage_id] : targets.flatMap(({ cages }) => cages.map(({ id }) => id))
  const coachId = edited.booking.coach_id
  const times = [...new Set([...startTimes, form.start_time])].filter(Boolean).sort()
  return times.map((value) => {
    const wanted = wantedTime(form.day, value, form.duration_minutes, zone)
    const text = formatWallTime(value)
    if (!wanted) return { value, label: `${text} · the clocks change`, disabled: true }
    const others = takings.filter(({ id }) => !targets.some((target) => target.id === id))
    const busy = coachId ? withCoach(others, coachId, wanted) : undefined
    const taken = busy ?? cageIds.map((id) => inCage(others, id, wanted)).find(Boolean)
    if (taken) return { value, label: `${text} · ${taken.text}`, disabled: true }
    const note = outsideHours(wanted, form.day, facility, now)
    return { value, label: note ? `${text} · ${note}` : text }
  })
}

/** Cages in service, those that are taken at the time with what has them. */
function cageChoices(form: EditForm, { schedule, zone, edited }: Around) {
  const [target] = targetsOf(edited, form.which)
  const takings = schedule ? takingsOf(schedule, zone) : []
  const wanted = form.start_time ? wantedTime(form.day, form.start_time, form.duration_minutes, zone) : null
  const listed = schedule?.cages.filter(({ is_active }) => is_active) ?? []
  const own = (target?.cages ?? []).filter(({ id }) => !listed.some((cage) => cage.id === id))
  return [...own, ...listed].map(({ id, name }) => {
    const taken = wanted && inCage(takings, id, { ...wanted, movingId: target?.id })
    return taken
      ? { value: id, label: `${name} · ${taken.text}`, disabled: true }
      : { value: id, label: name }
  })
}
