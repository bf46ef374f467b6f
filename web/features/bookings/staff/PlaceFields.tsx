import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { isClosedOn } from '../../../../shared/domain/facility/openingHours.ts'
import { formatDollars } from '../../../../shared/domain/money/money.ts'
import { addDays, facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { coachesQuery } from '../../../api/queries/coaches.ts'
import { useScheduleDay } from '../../../api/queries/scheduleDay.ts'
import { bookingCustomerQuery } from '../../../api/queries/staffBookings.ts'
import type { Form } from '../../../components/form/useForm.ts'
import { MissingSetUp, type SetUpPart } from '../../../components/staff/MissingSetUp.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Stack } from '../../../ui/layout.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { CageChoice } from './CageChoice.tsx'
import classes from './CreateBooking.module.css'
import type { BookingForm } from './createBooking.ts'
import { DurationSelect } from './DurationSelect.tsx'
import { startTimes } from './dayAvailability.ts'
import { type Choices, cageStates, priceOf, startLabel } from './placeChoices.ts'

/** Dates that the form offers, from today on (spec 3 §9). */
const DAYS_OFFERED = 30

/** What there must be to book at all. */
const cageParts: readonly SetUpPart[] = ['hours', 'cages']
const lessonParts: readonly SetUpPart[] = ['hours', 'cages', 'coaches']

/** What there is to choose for what is chosen so far, and what that costs. */
export function usePlaces(values: BookingForm, facility: Facility) {
  const { coach_id, who, person } = values
  const now = useMinuteClock()
  const today = facilityDay(now, facility.time_zone)
  const schedule = useScheduleDay(values.day || today)
  const coaches = useQuery(coachesQuery).data ?? []
  const userId = who === 'user' ? (person?.id ?? null) : null
  const customer = useQuery({ ...bookingCustomerQuery(userId ?? ''), enabled: userId !== null })
  const choices: Choices = {
    schedule: schedule.data,
    coach: coaches.find(({ id }) => id === coach_id),
    // Unknown until it is loaded: a price without it would be wrong.
    discountPercent: userId === null ? 0 : customer.data?.cage_discount_percent,
    facility,
    now,
  }
  return { today, schedule, coaches, choices, price: priceOf(values, choices) }
}

interface PlaceFieldsProps {
  form: Form<BookingForm>
  places: ReturnType<typeof usePlaces>
}

/** What is booked, when, and what it costs. What is taken on the day is shown as taken. */
export function PlaceFields({ form, places }: PlaceFieldsProps) {
  const { today, schedule, coaches, choices, price } = places
  const { kind, day, cage_ids } = form.values
  const { start_time } = form.values
  const chosen = start_time ? startLabel(form.values, start_time, choices, formatWallTime(start_time)) : null
  // It was free when it was chosen, or something else was chosen since.
  const lost = chosen?.disabled ? `Not free: ${chosen.label}` : undefined
  const days = Array.from({ length: DAYS_OFFERED }, (_, index) => addDays(today, index))
  const offered = day === '' || days.includes(day) ? days : [day, ...days].sort()
  return (
    <Stack as="section" className={classes.section} aria-label="Booking">
      <div className={classes.two}>
        <RadioTiles
          legend="Booking"
          name="booking-kind"
          tiles={[
            { value: 'cage', title: 'Cage booking', note: 'One or many cages' },
            { value: 'lesson', title: 'Coach lesson', note: 'With one cage' },
          ]}
          value={kind}
          onPick={(picked) =>
            form.replace({
              ...form.values,
              kind: picked,
              cage_ids: picked === 'lesson' ? cage_ids.slice(0, 1) : cage_ids,
            })
          }
        />
      </div>
      {kind === 'lesson' && (
        <NativeSelect
          label="Coach"
          size="md"
          data={[
            { value: '', label: 'Select a coach' },
            ...coaches.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('coach_id')}
        />
      )}
      <div className={classes.three}>
        <NativeSelect
          label="Date"
          size="md"
          data={offered.map((value) => ({
            value,
            label: `${value === today ? 'Today, ' : ''}${formatDay(value)}${isClosedOn(value, choices.facility) ? ' · closed' : ''}`,
          }))}
          {...form.field('day')}
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
          {...form.field('start_time')}
          error={form.errors.start_time ?? lost}
        />
        <DurationSelect {...form.bind('duration_minutes')} />
      </div>
      {schedule.error && <ErrorAlert error={schedule.error} onRetry={() => void schedule.refetch()} />}
      <MissingSetUp parts={kind === 'lesson' ? lessonParts : cageParts} />
      {schedule.data?.cages.length !== 0 && (
        <CageChoice
          one={kind === 'lesson'}
          cages={cageStates(form.values, choices)}
          {...form.bind('cage_ids')}
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
    </Stack>
  )
}

/** The half hours of the form, and what the schedule has chosen outside of them. */
const offeredStarts = (chosen: string): readonly string[] =>
  chosen === '' || startTimes.includes(chosen) ? startTimes : [chosen, ...startTimes].sort()
