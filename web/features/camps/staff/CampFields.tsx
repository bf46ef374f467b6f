import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { capitalized } from '../../../../shared/domain/capitalized.ts'
import { campFocuses, campSports, mostBulletPoints } from '../../../../shared/domain/programs/campFields.ts'
import { campLevelNames, campLevels } from '../../../../shared/domain/programs/camps.ts'
import { read } from '../../../api/read.ts'
import type { Form } from '../../../components/form/useForm.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx'
import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './CampForm.module.css'
import { type CampValues, withAges } from './campForm.ts'

interface FieldsProps {
  form: Form<CampValues, StaffCamp | undefined>
}

const worded = (value: string): { value: string; label: string } => ({
  value,
  label: capitalized(value),
})

/** What the camp is called, when it is, and for whom. */
export const BasicFields = ({ form }: FieldsProps) => (
  <Stack as="fieldset" gap="sm" className={classes.section}>
    <legend>Camp</legend>
    <Grid gap="sm" className={classes.grid}>
      <TextInput
        label="Name"
        className={classes.whole ?? ''}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
      />
      <DateField
        label="Start Date"
        {...form.field('start_date')}
        onChange={({ currentTarget: { value } }) =>
          form.set({ start_date: value, ...(form.values.end_date < value && { end_date: value }) })
        }
      />
      <DateField label="End Date" min={form.values.start_date} {...form.field('end_date')} />
      <NativeSelect label="Sport" data={campSports.map(worded)} {...form.field('sport')} />
      <NativeSelect label="Focus" data={campFocuses.map(worded)} {...form.field('focus')} />
      <NativeSelect
        label="Level"
        data={[
          { value: '', label: 'Not specified' },
          ...campLevels.map((value) => ({ value, label: campLevelNames[value] })),
        ]}
        {...form.field('level')}
      />
      <TextInput label="Age Group" maxLength={100} autoComplete="off" {...form.field('age_group')} />
      <NumberField
        label="Youngest Age"
        {...form.bind('min_age')}
        onChange={(min_age) => form.set(withAges(form.values, { min_age }))}
      />
      <NumberField
        label="Oldest Age"
        {...form.bind('max_age')}
        onChange={(max_age) => form.set(withAges(form.values, { max_age }))}
      />
    </Grid>
  </Stack>
)

/** What a spot costs, and how many there are. */
export function SaleFields({ form }: FieldsProps) {
  const taken = form.stored?.active_registrations_count
  return (
    <Stack as="fieldset" gap="sm" className={classes.section}>
      <legend>Price and Registration</legend>
      <Grid gap="sm" className={classes.grid}>
        <MoneyField
          label="Price ($)"
          description={taken ? 'Anyone already registered keeps their price.' : '0 is free.'}
          {...form.bind('price')}
        />
        <NumberField
          label="Max Spots"
          description={taken === undefined ? 'How many people can register.' : `${taken} taken.`}
          {...form.bind('max_spots')}
        />
      </Grid>
      <div className={classes.choices}>
        <Checkbox label="Published" description="People see it on the site." {...form.tick('published')} />
        <Checkbox label="Registration Open" {...form.tick('registration_enabled')} />
        <Checkbox
          label="Pay on arrival"
          description="Otherwise people pay by card."
          {...form.tick('pay_on_arrival_enabled')}
        />
      </div>
    </Stack>
  )
}

/** Who teaches: each coach is taken for every time. Coaches who have left stay with a camp that has them. */
export function CoachFields({ form: { values, errors, set, stored } }: FieldsProps) {
  const coaches = useQuery(read('GET /api/admin/camp-coaches'))
  const left = stored?.camp_coaches.filter(({ coach }) => !coach.is_active).map(({ coach }) => coach) ?? []
  const choices = [...(coaches.data ?? []), ...left]
  const toggle = (id: string, checked: boolean) =>
    set({
      coach_ids: checked ? [...values.coach_ids, id] : values.coach_ids.filter((each) => each !== id),
    })
  return (
    <Stack as="fieldset" gap="sm" className={classes.section}>
      <legend>Coaches</legend>
      {coaches.error && <ErrorAlert error={coaches.error} onRetry={() => void coaches.refetch()} />}
      {coaches.data && choices.length === 0 && (
        <Text tone="dim">There are no active coaches. A camp can be saved without one.</Text>
      )}
      <div className={classes.coaches}>
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={values.coach_ids.includes(id)}
            onChange={({ currentTarget: { checked } }) => toggle(id, checked)}
          />
        ))}
      </div>
      {errors.coach_ids && (
        <p className={classes.problem} role="alert">
          {errors.coach_ids}
        </p>
      )}
    </Stack>
  )
}

/** What the camp's page says. */
export function TextFields({ form }: FieldsProps) {
  const points = form.values.bullet_points
  return (
    <Stack as="fieldset" gap="sm" className={classes.section}>
      <legend>Camp Page</legend>
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5_000}
        {...form.field('description')}
      />
      <Text strong id="camp-bullet-points">
        Bullet points
      </Text>
      <ul className={classes.points} aria-labelledby="camp-bullet-points">
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts that are typed have no other name
          <li key={index}>
            <TextInput
              aria-label={`Bullet point ${index + 1}`}
              placeholder="Bring a glove, a bat and water"
              maxLength={200}
              autoComplete="off"
              value={point}
              onChange={({ currentTarget: { value } }) =>
                form.set({ bullet_points: points.with(index, value) })
              }
            />
            <Button
              variant="default"
              className={classes.iconButton ?? ''}
              aria-label={`Remove bullet point ${index + 1}`}
              onClick={() => form.set({ bullet_points: points.filter((_, at) => at !== index) })}
            >
              <IconTrash size={20} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {form.errors.bullet_points && (
        <p className={classes.problem} role="alert">
          {form.errors.bullet_points}
        </p>
      )}
      <Row align="stretch" className={classes.inline}>
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={points.length >= mostBulletPoints}
          onClick={() => form.set({ bullet_points: [...points, ''] })}
        >
          Add Bullet Point
        </Button>
      </Row>
      <Textarea
        label="What to Bring"
        description="On the camp’s page, in the confirmation and in reminders."
        placeholder="Glove, bat, water, sunscreen"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={500}
        {...form.field('what_to_bring')}
      />
    </Stack>
  )
}
