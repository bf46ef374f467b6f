import { Textarea, TextInput } from '@mantine/core'
import type { NewCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import type { Form } from '../../../components/form/useForm.ts'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { readNumber } from '../../../ui/typedNumber.ts'

/** What is typed about a coach. */
export type CoachValues = Record<keyof NewCoach, string>

/** The same as it is sent. */
export const coachOf = ({
  name,
  email,
  phone_number,
  bio,
  specialties,
  hourly_rate,
}: CoachValues): NewCoach => ({
  name,
  email: email.trim() || null,
  phone_number: phone_number.trim() || null,
  bio: bio.trim() || null,
  specialties: specialties
    .split(',')
    .map((specialty) => specialty.trim())
    .filter(Boolean),
  hourly_rate: readNumber(hourly_rate),
})

interface CoachFieldsProps {
  // The form may have more fields than these.
  form: Pick<Form<CoachValues>, 'field' | 'bind'>
  /** What the address is for. */
  aboutEmail: string
  aboutRate: string
  /** Only name, phone and address: the rest could not be loaded. */
  isPartial?: boolean
}

/** The fields of a coach, for a new one and for one that is changed. */
export const CoachFields = ({ form, aboutEmail, aboutRate, isPartial = false }: CoachFieldsProps) => (
  <>
    <TextInput
      label="Name"
      data-autofocus
      required
      maxLength={200}
      autoComplete="off"
      {...form.field('name')}
    />
    <TextInput
      label="Email"
      description={aboutEmail}
      type="email"
      maxLength={254}
      autoComplete="off"
      {...form.field('email')}
    />
    <TextInput label="Phone" type="tel" maxLength={40} autoComplete="off" {...form.field('phone_number')} />
    {!isPartial && (
      <>
        <Textarea label="Bio" autosize minRows={3} maxRows={8} maxLength={5_000} {...form.field('bio')} />
        <TextInput
          label="Specialties"
          description="Separated by commas."
          maxLength={1_500}
          autoComplete="off"
          {...form.field('specialties')}
        />
        <MoneyField label="Hourly Rate" description={aboutRate} {...form.bind('hourly_rate')} />
      </>
    )}
  </>
)
