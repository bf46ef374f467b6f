import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { useScheduleDay } from '../../../api/queries/scheduleDay.ts'
import { ReasonField } from '../../../components/staff/ReasonField.tsx'
import { TellFields } from '../../../components/staff/TellFields.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import classes from './CreateBooking.module.css'
import { DifferenceSelect } from './DifferenceSelect.tsx'
import { DurationSelect } from './DurationSelect.tsx'
import {
  inCage,
  outsideHours,
  startTimes,
  type Taking,
  takingsOf,
  wantedTime,
  withCoach,
} from './dayAvailability.ts'
import { brokenRule, isDearer, type MoveForm, movedPrice, priceLine } from './moveForm.ts'
import { useMovePrices } from './useMovePrices.ts'

interface MoveFieldsProps {
  form: UseFormReturnType<MoveForm>
  booking: ListedBooking
  facility: Facility
  /** A rule is in the way that a written reason would break. */
  overridable: boolean
  /** The focus starts at the time. */
  startsHere: boolean
  /** With what it costs then, in cents; null while that is not known. */
  onPrice: (cents: number | null) => void
}

/** The new day, time and cage with what is free there, what it costs, and what the customer is told. */
export function MoveFields({ form, booking, facility, overridable, startsHere, onPrice }: MoveFieldsProps) {
  const { values } = form
  const zone = facility.time_zone
  const now = useMinuteClock()
  const schedule = useScheduleDay(values.day).data
  const price = movedPrice(booking, values, useMovePrices(booking, schedule?.cages))
  useEffect(() => onPrice(price), [price, onPrice])
  const takings = schedule ? takingsOf(schedule, zone) : []
  const wanted = wantedTime(values.day, values.start_time, values.duration_minutes, zone)
  const broken = brokenRule(wanted, values.day, facility, now)
  const dearer = isDearer(booking, price)
  const needsReason =
    overridable ||
    broken !== null ||
    (dearer && values.difference === 'kept') ||
    values.override_reason !== ''
  return (
    <>
      <div className={classes.pair}>
        <TextInput label="Date" type="date" size="md" {...form.getInputProps('day')} />
        <NativeSelect
          label="Start time"
          size="md"
          data-autofocus={startsHere || undefined}
          data={startChoices(booking, values, takings, { facility, now })}
          {...form.getInputProps('start_time')}
        />
      </div>
      <div className={classes.pair}>
        <NativeSelect
          label="Cage"
          size="md"
          data={cageChoices(booking, schedule?.cages, takings, wanted)}
          {...form.getInputProps('cage_id')}
        />
        <DurationSelect
          own={values.duration_minutes}
          {...form.getInputProps('duration_minutes')}
          value={values.duration_minutes}
          onPick={(minutes) => form.setFieldValue('duration_minutes', minutes)}
        />
      </div>
      <output className={classes.question}>{priceLine(booking, price)}</output>
      {dearer && (
        <DifferenceSelect
          others={[
            {
              value: 'kept',
              label: `Keep the price of ${formatDollars(centsFromDollars(booking.total_cost))}`,
            },
          ]}
          {...form.getInputProps('difference')}
        />
      )}
      {needsReason && (
        <ReasonField description={broken ?? undefined} {...form.getInputProps('override_reason')} />
      )}
      <TellFields value={values} onChange={(told) => form.setValues(told)} />
    </>
  )
}

/** Half hours of the day, with what has those that are taken; else that they are over or outside the hours. */
function startChoices(
  booking: ListedBooking,
  form: MoveForm,
  takings: readonly Taking[],
  { facility, now }: { facility: Facility; now: Date },
) {
  const times = [...new Set([...startTimes, form.start_time])].sort()
  return times.map((value) => {
    const text = formatWallTime(value)
    const time = wantedTime(form.day, value, form.duration_minutes, facility.time_zone)
    if (!time) return { value, label: `${text} · the clocks change`, disabled: true }
    const wanted = { ...time, movingId: booking.id }
    const taken =
      (booking.coach_id !== null && withCoach(takings, booking.coach_id, wanted)) ||
      inCage(takings, form.cage_id, wanted)
    const note = taken ? taken.text : outsideHours(time, form.day, facility, now)
    return { value, label: note ? `${text} · ${note}` : text }
  })
}

/** Cages in service, those that are taken at the time with what has them. */
function cageChoices(
  booking: ListedBooking,
  cages: readonly { id: string; name: string; is_active: boolean }[] | undefined,
  takings: readonly Taking[],
  wanted: ReturnType<typeof wantedTime>,
) {
  const listed = cages?.filter(({ is_active }) => is_active) ?? []
  const own = booking.cages.filter(({ id }) => !listed.some((cage) => cage.id === id))
  return [...own, ...listed].map(({ id, name }) => {
    const taken = wanted && inCage(takings, id, { ...wanted, movingId: booking.id })
    return { value: id, label: taken ? `${name} · ${taken.text}` : name }
  })
}
