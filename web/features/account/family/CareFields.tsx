import { Textarea, TextInput, VisuallyHidden } from '@mantine/core'
import { IconLock, IconPlus, IconX } from '@tabler/icons-react'
import type { Form } from '../../../components/form/useForm.ts'
import formClasses from '../../../components/formFields.module.css'
import { Grid, Heading, Row, Stack } from '../../../ui/layout.tsx'
import classes from './Family.module.css'
import type { PersonValues } from './personValues.ts'

interface CareFieldsProps {
  form: Form<PersonValues>
  /** Of the person; empty while it is not typed. */
  name: string
  /** Days after the last session after which it is deleted. */
  keptDays: number | undefined
  /** False where what is kept could not be loaded: it is left as it is. */
  readable: boolean
}

const mostContacts = 4
const mostPickups = 6

/** What the facility must know in an emergency, with who reads it and how long it is kept. */
export function CareFields({ form, name, keptDays, readable }: CareFieldsProps) {
  const { emergency_contacts: contacts, pickup_adults: pickups } = form.values
  if (!readable) {
    return (
      <p role="alert" className={classes.line}>
        The emergency details couldn’t be loaded, so they stay as they are.
      </p>
    )
  }
  return (
    <Stack as="fieldset" gap="sm" className={classes.group}>
      {/* WebKit sets a legend that floats on the border. */}
      <VisuallyHidden component="legend">For emergencies</VisuallyHidden>
      <Heading as="span" aria-hidden>
        For Emergencies
      </Heading>
      <Row as="p" gap={8} nowrap align="stretch" className={classes.locked}>
        <IconLock size={18} aria-hidden />
        <span>
          Read only by the adults of {name.trim() || 'this person'}, our front desk and admins, and the coach
          on the day of a session. Each time our staff open it is noted. Deleted{' '}
          {keptDays === undefined ? 'some time' : `${keptDays} days`} after the last session.
        </span>
      </Row>
      <Textarea
        label="Medical Note (optional)"
        description="Allergies, medicine, conditions."
        classNames={{ label: formClasses.label }}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1_000}
        autoComplete="off"
        {...form.field('medical_note')}
      />
      <Rows
        legend="Emergency Contacts"
        add="Add an emergency contact"
        most={mostContacts}
        count={contacts.length}
        onAdd={() => form.set({ emergency_contacts: [...contacts, { name: '', phone: '', relation: '' }] })}
        onRemove={(index) => form.set({ emergency_contacts: contacts.toSpliced(index, 1) })}
        row={(index) => (
          <>
            <Field form={form} list="emergency_contacts" index={index} of="name" label="Name" most={120} />
            <Field
              form={form}
              list="emergency_contacts"
              index={index}
              of="phone"
              label="Phone"
              most={40}
              phone
            />
            <Field
              form={form}
              list="emergency_contacts"
              index={index}
              of="relation"
              label="Relation (optional)"
              most={60}
            />
          </>
        )}
      />
      <Rows
        legend="Who Else May Pick Up"
        add="Add a person who may pick up"
        most={mostPickups}
        count={pickups.length}
        onAdd={() => form.set({ pickup_adults: [...pickups, { name: '', phone: '' }] })}
        onRemove={(index) => form.set({ pickup_adults: pickups.toSpliced(index, 1) })}
        row={(index) => (
          <>
            <Field form={form} list="pickup_adults" index={index} of="name" label="Name" most={120} />
            <Field
              form={form}
              list="pickup_adults"
              index={index}
              of="phone"
              label="Phone (optional)"
              most={40}
              phone
            />
          </>
        )}
      />
    </Stack>
  )
}

interface FieldProps {
  form: Form<PersonValues>
  list: 'emergency_contacts' | 'pickup_adults'
  index: number
  of: 'name' | 'phone' | 'relation'
  label: string
  most: number
  phone?: boolean
}

const Field = ({ form, list, index, of, label, most, phone = false }: FieldProps) => (
  <TextInput
    label={label}
    classNames={{ label: formClasses.label }}
    maxLength={most}
    autoComplete="off"
    {...(phone ? { type: 'tel', inputMode: 'tel' as const } : { autoCapitalize: 'words' })}
    value={(form.values[list][index] as Record<string, string>)[of] ?? ''}
    error={(form.errors as Record<string, string>)[`${list}.${index}.${of}`]}
    onChange={({ currentTarget: { value } }) =>
      form.set({ [list]: form.values[list].map((row, at) => (at === index ? { ...row, [of]: value } : row)) })
    }
  />
)

interface RowsProps {
  legend: string
  add: string
  count: number
  most: number
  onAdd: () => void
  onRemove: (index: number) => void
  row: (index: number) => React.ReactNode
}

/** A few people, each with a button that takes them out. */
function Rows({ legend, add, count, most, onAdd, onRemove, row }: RowsProps) {
  return (
    <Stack as="fieldset">
      <legend className={classes.legend}>{legend}</legend>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form keeps the values by index
        <Grid key={index} gap="xs" className={classes.contact}>
          <Grid gap="xs" className={classes.contactFields}>
            {row(index)}
          </Grid>
          <button
            type="button"
            className={classes.remove}
            aria-label={`Remove from “${legend}”: number ${index + 1}`}
            onClick={() => onRemove(index)}
          >
            <IconX size={20} aria-hidden />
          </button>
        </Grid>
      ))}
      {count < most && (
        <button type="button" className={classes.textButton} onClick={onAdd}>
          <IconPlus size={18} aria-hidden /> {add}
        </button>
      )}
    </Stack>
  )
}
