import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { isClosedOn } from '../../../../shared/domain/facility/openingHours.ts'
import { formatDollars } from '../../../../shared/domain/money/money.ts'
import { addDays, facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatMinutes, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { coachesQuery } from '../../../api/queries/coaches.ts'
import { useScheduleDay } from '../../../api/queries/scheduleDay.ts'
import { bookingCustomerQuery } from '../../../api/queries/staffBookings.ts'
import { MissingSetUp, type SetUpPart } from '../../../components/staff/MissingSetUp.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { CageChoice } from './CageChoice.tsx'
import classes from './CreateBooking.module.css'
import type { BookingForm } from './createBooking.ts'
import { durations, startTimes } from './dayAvailability.ts'
import { type Choices, cageStates, priceOf, startLabel } from './placeChoices.ts'

/** Dates that the form offers, from today on (spec 3 §9). */
const DAYS_OFFERED = 30

/** What there must be to book at all. */
const cageParts: readonly SetUpPart[] = ['hours', 'cages']
const lessonParts: readonly SetUpPart[] = ['hours', 'cages', 'coaches']

interface PlaceFieldsProps {
  form: UseFormReturnType<BookingForm>
  facility: Facility
  /** With what it costs in cents; null while that is not known. */
  onTotal: (cents: number | null) => void
}

/** What is booked, when, and what it costs. What is taken on the day is shown as taken. */
export function PlaceFields({ form, facility, onTotal }: PlaceFieldsProps) {
  const { kind, coach_id, day, who, person } = form.values
  const zone = facility.time_zone
  const now = useMinuteClock()
  const today = facilityDay(now, zone)
  const schedule = useScheduleDay(day || today)
  const coaches = useQuery(coachesQuery)
  const userId = who === 'user' ? (person?.id ?? null) : null
  const customer = useQuery({ ...bookingCustomerQuery(userId ?? ''), enabled: userId !== null })
  const choices: Choices = {
    schedule: schedule.data,
    coach: coaches.data?.find(({ id }) => id === coach_id),
    // Unknown until it is loaded: a price without it would be wrong.
    discountPercent: userId === null ? 0 : customer.data?.cage_discount_percent,
    facility,
    now,
  }
  const price = priceOf(form.values, choices)
  const total = price?.total ?? null
  useEffect(() => onTotal(total), [total, onTotal])
  const { start_time } = form.values
  const chosen = start_time ? startLabel(form.values, start_time, choices, formatWallTime(start_time)) : null
  // It was free when it was chosen, or something else was chosen since.
  const lost = chosen?.disabled ? `Not free: ${chosen.label}` : undefined
  const days = Array.from({ length: DAYS_OFFERED }, (_, index) => addDays(today, index))
  const offered = day === '' || days.includes(day) ? days : [day, ...days].sort()
  return (
    <section className={classes.section} aria-label="Booking">
      <div className={classes.two}>
        <RadioTiles
          legend="Booking"
          name="booking-kind"
          tiles={[
            { value: 'cage', title: 'Cage booking', note: 'One or many cages' },
            { value: 'lesson', title: 'Coach lesson', note: 'With one cage' },
          ]}
          value={kind}
          onPick={(picked) => {
            form.setValues({
              kind: picked,
              cage_ids: picked === 'lesson' ? form.values.cage_ids.slice(0, 1) : form.values.cage_ids,
            })
            form.clearErrors()
          }}
        />
      </div>
      {kind === 'lesson' && (
        <NativeSelect
          label="Coach"
          size="md"
          data={[
            { value: '', label: 'Select a coach' },
            ...(coaches.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('coach_id')}
        />
      )}
      <div className={classes.three}>
        <NativeSelect
          label="Date"
          size="md"
          data={offered.map((value) => ({
            value,
            label: `${value === today ? 'Today, ' : ''}${formatDay(value)}${isClosedOn(value, facility) ? ' · closed' : ''}`,
          }))}
          {...form.getInputProps('day')}
        />
        <NativeSelect
          label="Start time"
          size="md"
          data={[
            { value: '', label: 'Select a time' },
            ...offeredStarts(start_time).map((value) => ({
              value,
              ...startLabel(form.values, value, choices, formatWallTime(value)),
            })),
          ]}
          {...form.getInputProps('start_time')}
          error={form.errors.start_time ?? lost}
        />
        <NativeSelect
          label="Duration"
          size="md"
          data={durations.map((minutes) => ({ value: String(minutes), label: formatMinutes(minutes) }))}
          {...form.getInputProps('duration_minutes')}
          value={String(form.values.duration_minutes)}
          onChange={({ currentTarget }) =>
            form.setFieldValue('duration_minutes', Number(currentTarget.value))
          }
        />
      </div>
      {schedule.error && <ErrorAlert error={schedule.error} onRetry={() => void schedule.refetch()} />}
      <MissingSetUp parts={kind === 'lesson' ? lessonParts : cageParts} />
      {schedule.data?.cages.length !== 0 && (
        <CageChoice
          one={kind === 'lesson'}
          cages={cageStates(form.values, choices)}
          value={form.values.cage_ids}
          error={form.errors.cage_ids}
          onChange={(cageIds) => {
            form.setFieldValue('cage_ids', cageIds)
            form.clearFieldError('cage_ids')
          }}
        />
      )}
      <div className={classes.total}>
        <span>Total Cost</span>
        <output aria-label="Total cost">{price ? formatDollars(price.total) : '—'}</output>
        <span className={classes.parts}>{price?.parts}</span>
        {form.errors.total && (
          <span className={classes.error} role="alert">
            {form.errors.total}
          </span>
        )}
      </div>
    </section>
  )
}

/** The half hours of the form, and what the schedule has chosen outside of them. */
const offeredStarts = (chosen: string): readonly string[] =>
  chosen === '' || startTimes.includes(chosen) ? startTimes : [chosen, ...startTimes].sort()
