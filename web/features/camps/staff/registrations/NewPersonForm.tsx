import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { newUser } from '../../../../../shared/contract/people/people.ts'
import { nameProblem } from '../../../../../shared/domain/people/personName.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { useToday } from '../../../../components/participants/ages.ts'
import { BirthDateField } from '../../../../components/participants/BirthDateField.tsx'
import { birthDateProblem, readTyped } from '../../../../components/participants/birthDate.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { KnownByPhone } from '../../../../components/staff/KnownByPhone.tsx'
import { KnownPeople } from '../../../../components/staff/KnownPeople.tsx'
import type { PickedPerson } from '../../../../components/staff/PersonPicker.tsx'
import { Grid, Text } from '../../../../ui/layout.tsx'
import type { AddFormProps } from './ExistingUserForm.tsx'
import { initialPaidForm, PaidFields, type PaidForm } from './PaidFields.tsx'
import { registerByHand } from './registerByHand.ts'
import classes from './registrations.module.css'

interface Values extends PaidForm {
  name: string
  email: string
  phone: string
  for_child: boolean
  child_name: string
  birth_date: string
}

const noOne = { name: '', email: '', phone: '', for_child: false, child_name: '', birth_date: '' }

/** Registers someone whom nobody has entered yet: a player, or a parent with the child who plays (spec 3 §5, §7). */
export function NewPersonForm(
  props: AddFormProps & { initialName: string; onKnown: (person: PickedPerson) => void },
) {
  const { camp, initialName, onClose, onDone, onKnown } = props
  const today = useToday()
  const begin: Values = { ...initialPaidForm, ...noOne, name: initialName }
  const form = useForm({
    values: begin,
    check: (values) => problemsOf(values, today),
    send: (values, once) => {
      const birth_date = readTyped(values.birth_date)
      const new_person = {
        name: values.name.trim(),
        email: values.email.trim() || null,
        phone: values.phone.trim() || null,
        ...(values.for_child ? { child: { name: values.child_name.trim(), birth_date } } : { birth_date }),
      }
      return registerByHand({ ...values, campId: camp.id, who: { new_person } }, once)
    },
    touches: touches.staff,
    fieldOf: { user_exists: 'email' },
    onDone,
  })
  const { name, email, phone, for_child } = form.values
  return (
    <Form
      form={form}
      label="Register a new person"
      submit="Add Registration"
      isIncomplete={name.trim() === ''}
      onCancel={onClose}
    >
      <TextInput label="Name" required maxLength={200} autoComplete="off" {...form.field('name')} />
      <KnownByName name={name} email={email} onPick={onKnown} />
      <Grid className={classes.pair}>
        <TextInput
          label="Email (optional)"
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.field('email')}
        />
        <TextInput
          label="Phone (optional)"
          type="tel"
          maxLength={40}
          autoComplete="off"
          {...form.field('phone')}
        />
      </Grid>
      <Text tone="dim" size="sm">
        At least one contact method is recommended.
      </Text>
      <KnownByPhone
        phone={phone}
        onPick={({ id, full_name, email, phone_number }) =>
          id === null
            ? form.set({ name: full_name, email: email ?? '', phone: phone_number })
            : onKnown({ id, full_name })
        }
      />
      <Checkbox label="This is for someone else, such as their child" {...form.tick('for_child')} />
      <Grid className={classes.pair}>
        {for_child && (
          <TextInput label="Player’s Name" maxLength={200} autoComplete="off" {...form.field('child_name')} />
        )}
        <BirthDateField label="Birth Date" {...form.bind('birth_date')} />
      </Grid>
      <PaidFields form={form} />
    </Form>
  )
}

/** Checked before anything is sent: each problem is said at its field. */
function problemsOf({ name, email, phone, for_child, child_name, birth_date }: Values, today: string) {
  const person = newUser.safeParse({ name, email: email.trim() || null, phone: phone.trim() || null })
  const wrong = birthDateProblem(birth_date, today, false)
  const unnamed = child_name.trim() ? nameProblem(child_name) : 'Please enter the name.'
  return {
    ...Object.fromEntries(
      (person.error?.issues ?? []).map(({ path, message }) => [path[0], message]).toReversed(),
    ),
    ...(for_child && unnamed && { child_name: unnamed }),
    ...(wrong && { birth_date: wrong }),
  }
}

/** In milliseconds, between the last key and the search. */
const typingPause = 500

interface KnownByNameProps {
  name: string
  email: string
  onPick: (person: PickedPerson) => void
}

/** Users of the name or e-mail that is being typed: one press registers them in place of a second record. */
function KnownByName({ name, email, onPick }: KnownByNameProps) {
  const [typed] = useDebouncedValue(
    { name: name.trim().toLowerCase(), email: email.trim().toLowerCase() },
    typingPause,
  )
  const byEmail = typed.email.includes('@')
  const search = byEmail ? typed.email : typed.name
  const { data } = useQuery({
    ...read('GET /api/admin/users', { search_query: search, sort: 'name', page_size: 5 }),
    enabled: byEmail || search.includes(' '),
  })
  const known = (data?.items ?? []).filter((person) =>
    byEmail ? person.email?.toLowerCase() === typed.email : person.full_name.toLowerCase() === typed.name,
  )
  if (known.length === 0) return null
  return (
    <KnownPeople role="status" question={`We know this ${byEmail ? 'email' : 'name'}. Is it them?`}>
      {known.map((person) => (
        <Button key={person.id} variant="default" onClick={() => onPick(person)}>
          {[person.full_name, person.email, person.phone_number].filter(Boolean).join(', ')}
        </Button>
      ))}
    </KnownPeople>
  )
}
