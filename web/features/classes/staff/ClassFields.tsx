import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { ClassCoach } from '../../../../shared/contract/programs/classes.ts'
import { capitalized } from '../../../../shared/domain/capitalized.ts'
import { agesText } from '../../../../shared/domain/programs/ages.ts'
import { mostSeasonDays, scheduleProblems, seasonOf } from '../../../../shared/domain/programs/classSeason.ts'
import { daysBetween } from '../../../../shared/domain/time/time.ts'
import { cagesQuery } from '../../../api/queries/cages.ts'
import { read } from '../../../api/read.ts'
import type { Form } from '../../../components/form/useForm.ts'
import { readDay } from '../../../components/searchValues.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Grid, Text } from '../../../ui/layout.tsx'
import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import classes from './ClassFields.module.css'
import { type Ages, agesOf, type ClassValues, withAgeGroup } from './classForm.ts'
import { ScheduleEditor } from './ScheduleEditor.tsx'

interface ClassFieldsProps {
  form: Form<ClassValues>
  facility: Facility
  /** The class's own coach, who may not be active any more. */
  coach: ClassCoach | null
}

/** Everything about a class: what customers read, who teaches it, what it costs, and when it is held. */
export function ClassFields({ form, facility, coach }: ClassFieldsProps) {
  const { data: coaches = [] } = useQuery(read('GET /api/admin/coaches'))
  const { data: cages } = useQuery(cagesQuery)
  const active = coaches.filter(({ is_active }) => is_active)
  const choices = active.map(({ id, name }) => ({ value: id, label: name }))
  if (coach && !active.some(({ id }) => id === coach.id))
    choices.push({ value: coach.id, label: `${coach.full_name} (not active)` })
  const { values } = form
  return (
    <Grid className={classes.fields}>
      <TextInput
        label="Name"
        className={classes.wide ?? ''}
        maxLength={200}
        autoComplete="off"
        {...form.field('name')}
      />
      <NativeSelect
        label="Coach"
        data={[{ value: '', label: 'No coach yet' }, ...choices]}
        {...form.field('coach_id')}
      />
      <TextInput
        label="Age Group"
        maxLength={60}
        placeholder="8-10 years"
        autoComplete="off"
        {...form.field('age_group')}
        onChange={({ currentTarget }) => form.set(withAgeGroup(values, currentTarget.value))}
      />
      <div className={classes.ages}>
        {(['min_age', 'max_age'] as const).map((field) => (
          <NumberField
            key={field}
            label={field === 'min_age' ? 'Youngest Age' : 'Oldest Age'}
            placeholder="No limit"
            {...form.bind(field)}
          />
        ))}
        <AgesHint values={values} onUse={form.set} />
      </div>
      <Textarea
        label="Description"
        className={classes.wide ?? ''}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5_000}
        {...form.field('description')}
      />
      <Textarea
        label="What to Bring"
        description="On the class’s page, on tickets, in the confirmation and in reminders."
        placeholder="Glove, bat, water"
        className={classes.wide ?? ''}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={500}
        {...form.field('what_to_bring')}
      />
      <div className={classes.numbers}>
        <MoneyField label="Price per Session" {...form.bind('price')} />
        <NumberField label="Max Spots" {...form.bind('max_spots')} />
        <NumberField
          label="Cages per Session"
          description={cages && `${cages.length} are in service.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.bind('cages_reserved')}
        />
      </div>
      <div className={classes.dates}>
        <DateField label="First Day" {...form.field('start_date')} />
        <DateField label="Last Day" min={values.start_date} {...form.field('end_date')} />
      </div>
      <div className={classes.wide}>
        <ScheduleEditor
          value={values.schedules}
          onChange={(schedules) => form.set({ schedules })}
          summary={summaryOf(values, facility)}
        />
      </div>
    </Grid>
  )
}

/** Which ages are checked; a class that was made with only a text gets its ages by a press. */
function AgesHint({ values, onUse }: { values: ClassValues; onUse: (ages: Ages) => void }) {
  const { min_age, max_age, age_group } = values
  if (min_age !== '' || max_age !== '') {
    return (
      <Text tone="dim" size="sm" className={classes.hint}>
        Checked on the first day for everyone who registers.
      </Text>
    )
  }
  const proposed = agesOf(age_group)
  if (!proposed)
    return (
      <Text tone="dim" size="sm" className={classes.hint}>
        Ages are not checked.
      </Text>
    )
  const text = agesText({
    min_age: Number(proposed.min_age) || null,
    max_age: Number(proposed.max_age) || null,
  })
  return (
    <Text tone="dim" size="sm" className={classes.hint}>
      Ages are not checked.{' '}
      <Button variant="subtle" size="compact-sm" onClick={() => onUse(proposed)}>
        Check {capitalized(text)}
      </Button>
    </Text>
  )
}

/** What the schedule comes to before the server is asked: what is booked is not known here. */
function summaryOf({ start_date, end_date, schedules }: ClassValues, facility: Facility): string {
  if (!readDay(start_date) || !readDay(end_date) || scheduleProblems(schedules).length > 0) return ''
  const days = daysBetween(start_date, end_date)
  if (days < 0) return 'The last day is before the first.'
  if (days > mostSeasonDays) return 'A class lasts two years at most.'
  const { slots, closed } = seasonOf(schedules, { start_date, end_date, after: new Date() }, facility)
  const off = closed.length === 0 ? '' : `, ${closed.length} not held on closed days`
  return `${slots.length} ${slots.length === 1 ? 'session' : 'sessions'} to come${off}`
}
