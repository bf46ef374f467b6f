import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { capitalized } from '../../../../shared/domain/capitalized.ts'
import { campFocuses, campSports, mostBulletPoints } from '../../../../shared/domain/programs/campFields.ts'
import { campCoachesQuery } from '../../../api/queries/staffCamps.ts'
import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './CampForm.module.css'
import { type CampValues, withAges } from './campForm.ts'

export type CampErrors = Readonly<Partial<Record<keyof CampValues, string>>>

interface FieldsProps {
  values: CampValues
  errors: CampErrors
  change: (part: Partial<CampValues>) => void
}

const worded = (value: string): { value: string; label: string } => ({
  value,
  label: capitalized(value),
})

/** What the camp is called, when it is, and for whom. */
export const BasicFields = ({ values, errors, change }: FieldsProps) => (
  <fieldset className={classes.section}>
    <legend>Camp</legend>
    <div className={classes.grid}>
      <TextInput
        label="Name"
        size="md"
        className={classes.whole ?? ''}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <TextInput
        label="Start Date"
        type="date"
        size="md"
        className={classes.half ?? ''}
        value={values.start_date}
        error={errors.start_date}
        onChange={({ currentTarget: { value } }) =>
          change({ start_date: value, ...(values.end_date < value && { end_date: value }) })
        }
      />
      <TextInput
        label="End Date"
        type="date"
        size="md"
        className={classes.half ?? ''}
        min={values.start_date}
        value={values.end_date}
        error={errors.end_date}
        onChange={({ currentTarget: { value } }) => change({ end_date: value })}
      />
      <NativeSelect
        label="Sport"
        size="md"
        className={classes.half ?? ''}
        data={campSports.map(worded)}
        value={values.sport}
        onChange={({ currentTarget }) =>
          change({ sport: campSports.find((sport) => sport === currentTarget.value) ?? values.sport })
        }
      />
      <NativeSelect
        label="Focus"
        size="md"
        className={classes.half ?? ''}
        data={campFocuses.map(worded)}
        value={values.focus}
        onChange={({ currentTarget }) =>
          change({ focus: campFocuses.find((focus) => focus === currentTarget.value) ?? values.focus })
        }
      />
      <NumberField
        label="Youngest Age"
        className={classes.half ?? ''}
        value={values.min_age}
        error={errors.min_age}
        onChange={(min_age) => change(withAges(values, { min_age }))}
      />
      <NumberField
        label="Oldest Age"
        className={classes.half ?? ''}
        value={values.max_age}
        error={errors.max_age}
        onChange={(max_age) => change(withAges(values, { max_age }))}
      />
      <TextInput
        label="Age Group"
        size="md"
        className={classes.half ?? ''}
        description="As people see it."
        maxLength={100}
        autoComplete="off"
        value={values.age_group}
        error={errors.age_group}
        onChange={({ currentTarget: { value } }) => change({ age_group: value })}
      />
    </div>
  </fieldset>
)

/** What a spot costs, and how many there are. */
export const SaleFields = ({
  values,
  errors,
  change,
  camp,
}: FieldsProps & { camp: StaffCamp | undefined }) => (
  <fieldset className={classes.section}>
    <legend>Price and Registration</legend>
    <div className={classes.grid}>
      <MoneyField
        label="Price ($)"
        className={classes.half ?? ''}
        description={
          camp && camp.active_registrations_count > 0
            ? 'Anyone already registered keeps their price.'
            : '0 is free.'
        }
        value={values.price}
        error={errors.price}
        onChange={(price) => change({ price })}
      />
      <NumberField
        label="Max Spots"
        className={classes.half ?? ''}
        description={camp ? `${camp.active_registrations_count} taken.` : 'How many people can register.'}
        value={values.max_spots}
        error={errors.max_spots}
        onChange={(max_spots) => change({ max_spots })}
      />
    </div>
    <div className={classes.choices}>
      {(
        [
          ['published', 'Published', 'People see it on the site.'],
          ['registration_enabled', 'Registration open', undefined],
          ['pay_on_arrival_enabled', 'Pay on arrival', 'Otherwise people pay by card.'],
        ] as const
      ).map(([field, label, description]) => (
        <Checkbox
          key={field}
          size="md"
          label={label}
          description={description}
          checked={values[field]}
          onChange={({ currentTarget: { checked } }) => change({ [field]: checked })}
        />
      ))}
    </div>
  </fieldset>
)

/** Who teaches: each coach is taken for every time. Coaches who have left stay with a camp that has them. */
export function CoachFields({ values, errors, change, camp }: FieldsProps & { camp: StaffCamp | undefined }) {
  const coaches = useQuery(campCoachesQuery)
  const left = camp?.camp_coaches.filter(({ coach }) => !coach.is_active).map(({ coach }) => coach) ?? []
  const choices = [...(coaches.data ?? []), ...left]
  const toggle = (id: string, checked: boolean) =>
    change({
      coach_ids: checked ? [...values.coach_ids, id] : values.coach_ids.filter((each) => each !== id),
    })
  return (
    <fieldset className={classes.section}>
      <legend>Coaches</legend>
      {coaches.error && <ErrorAlert error={coaches.error} onRetry={() => void coaches.refetch()} />}
      {coaches.data && choices.length === 0 && (
        <p className={classes.hint}>There are no active coaches. A camp can be saved without one.</p>
      )}
      <div className={classes.coaches}>
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            size="md"
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
    </fieldset>
  )
}

/** What the camp's page says. */
export function TextFields({ values, errors, change }: FieldsProps) {
  const points = values.bullet_points
  return (
    <fieldset className={classes.section}>
      <legend>Camp Page</legend>
      <Textarea
        label="Description"
        size="md"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5_000}
        value={values.description}
        error={errors.description}
        onChange={({ currentTarget: { value } }) => change({ description: value })}
      />
      <p className={classes.label} id="camp-bullet-points">
        Bullet points
      </p>
      <ul className={classes.points} aria-labelledby="camp-bullet-points">
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts that are typed have no other name
          <li key={index}>
            <TextInput
              aria-label={`Bullet point ${index + 1}`}
              placeholder="Bring a glove, a bat and water"
              size="md"
              maxLength={200}
              autoComplete="off"
              value={point}
              onChange={({ currentTarget: { value } }) =>
                change({ bullet_points: points.with(index, value) })
              }
            />
            <Button
              variant="default"
              className={classes.iconButton ?? ''}
              aria-label={`Remove bullet point ${index + 1}`}
              onClick={() => change({ bullet_points: points.filter((_, at) => at !== index) })}
            >
              <IconTrash size={20} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {errors.bullet_points && (
        <p className={classes.problem} role="alert">
          {errors.bullet_points}
        </p>
      )}
      <div className={classes.inline}>
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={points.length >= mostBulletPoints}
          onClick={() => change({ bullet_points: [...points, ''] })}
        >
          Add Bullet Point
        </Button>
      </div>
    </fieldset>
  )
}
