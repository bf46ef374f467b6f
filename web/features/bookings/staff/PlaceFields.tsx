import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { isClosedOn } from '../../../../shared/domain/facility/openingHours.ts'
import { addDays, facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { availabilityQuery, coachesQuery } from '../../../api/queries/coaches.ts'
import { useScheduleDay } from '../../../api/queries/scheduleDay.ts'
import { bookingCustomerQuery } from '../../../api/queries/staffBookings.ts'
import type { Form } from '../../../components/form/useForm.ts'
import { MissingSetUp, type SetUpPart } from '../../../components/staff/MissingSetUp.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import choice from './CageChoice.module.css'
import { CageChoice } from './CageChoice.tsx'
import classes from './CreateBooking.module.css'
import type { BookingForm } from './createBooking.ts'
import { DurationSelect } from './DurationSelect.tsx'
import { type Choices, cageStates, priceOf, type StartState, startStates } from './placeChoices.ts'

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
  const slots = useQuery({
    ...availabilityQuery(coach_id, values.day, values.duration_minutes),
    enabled: values.kind === 'lesson' && coach_id !== '' && values.day !== '',
  }).data
  const coachStarts = slots?.map(({ available_start_time }) => available_start_time.slice(0, 5))
  return {
    ...{ today, schedule, coaches },
    starts: startStates(values, choices, coachStarts),
    cages: cageStates(values, choices),
    isClosed: (day: string) => isClosedOn(day, facility),
    price: priceOf(values, choices),
  }
}

interface PlaceFieldsProps {
  form: Form<BookingForm>
  places: ReturnType<typeof usePlaces>
}

/** What is booked and when. What is taken on the day is shown as taken. */
export function PlaceFields({ form, places }: PlaceFieldsProps) {
  const { today, schedule, coaches, starts, cages, isClosed } = places
  const { kind, day, cage_ids } = form.values
  const days = Array.from({ length: DAYS_OFFERED }, (_, index) => addDays(today, index))
  const offered = day === '' || days.includes(day) ? days : [day, ...days].sort()
  return (
    <Stack shrinks as="section" aria-label="Booking">
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
          data={[
            { value: '', label: 'Select a coach' },
            ...coaches.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('coach_id')}
        />
      )}
      <Row gap="sm" align="stretch" nowrap className={classes.when}>
        <NativeSelect
          label="Date"
          data={offered.map((value) => ({
            value,
            label: `${value === today ? 'Today, ' : ''}${formatDay(value)}${isClosed(value) ? ' · closed' : ''}`,
          }))}
          {...form.field('day')}
        />
        <DurationSelect {...form.bind('duration_minutes')} />
      </Row>
      {schedule.error && <ErrorAlert error={schedule.error} onRetry={() => void schedule.refetch()} />}
      <MissingSetUp parts={kind === 'lesson' ? lessonParts : cageParts} />
      <StartChoice starts={starts} {...form.bind('start_time')} />
      {schedule.data?.cages.length !== 0 && (
        <CageChoice one={kind === 'lesson'} cages={cages} {...form.bind('cage_ids')} />
      )}
    </Stack>
  )
}

interface StartChoiceProps {
  starts: readonly StartState[]
  value: string
  error: string | undefined
  onChange: (start: string) => void
  'data-path': string
}

/** The starts within the hours as chips; the rest of the day behind a button, for what needs a reason. */
function StartChoice({ starts, value, error, onChange, ...field }: StartChoiceProps) {
  const [isAll, setAll] = useState(false)
  const name = useId()
  const chosen = starts.find((start) => start.value === value)
  // It was free when it was chosen, or something else was chosen since.
  const lost = chosen?.isTaken ? `Not free: ${chosen.text} · ${chosen.note}` : undefined
  const problem = error ?? lost
  const shown = starts.filter((start) => isAll || start.isUsual || start.value === value)
  return (
    <fieldset aria-describedby={problem && `${name}-problem`}>
      <Text as="legend" strong below={4}>
        Start Time
      </Text>
      <Grid gap="xs" className={choice.tiles} data-small>
        {shown.map((start) => (
          <label
            key={start.value}
            className={choice.tile}
            data-small
            title={start.isTaken ? (start.note ?? '') : undefined}
          >
            <input
              type="radio"
              name={name}
              value={start.value}
              checked={start.value === value}
              disabled={start.isTaken && start.value !== value}
              aria-invalid={problem ? true : undefined}
              aria-label={start.note ? `${start.text} · ${start.note}` : start.text}
              onChange={() => onChange(start.value)}
              {...field}
            />
            <span aria-hidden>{start.text}</span>
            {start.note && !start.isTaken && <small aria-hidden>{start.note}</small>}
          </label>
        ))}
        {!isAll && shown.length < starts.length && (
          <Button variant="subtle" className={classes.others ?? ''} onClick={() => setAll(true)}>
            Other Times
          </Button>
        )}
      </Grid>
      {problem && (
        <Text tone="problem" size="sm" above={6} id={`${name}-problem`} role="alert">
          {problem}
        </Text>
      )}
    </fieldset>
  )
}
