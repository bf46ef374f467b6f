import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { newUser } from '../../../../../shared/contract/people/people.ts'
import { nameProblem } from '../../../../../shared/domain/people/personName.ts'
import { isRefusal, mayOverride } from '../../../../api/apiError.ts'
import { usersQuery } from '../../../../api/queries/people.ts'
import { refreshAfterPayment } from '../../../../api/queries/staffPayments.ts'
import type { Once } from '../../../../api/useAttempt.ts'
import { useToday } from '../../../../components/participants/ages.ts'
import { BirthDateField } from '../../../../components/participants/BirthDateField.tsx'
import { birthDateProblem, readTyped } from '../../../../components/participants/birthDate.ts'
import { KnownByPhone } from '../../../../components/staff/KnownByPhone.tsx'
import { KnownPeople } from '../../../../components/staff/KnownPeople.tsx'
import type { PickedPerson } from '../../../../components/staff/PersonPicker.tsx'
import { ServerForm } from '../../../../components/staff/ServerForm.tsx'
import type { AddFormProps } from './ExistingUserForm.tsx'
import { initialPaidForm, PaidFields, type PaidForm } from './PaidFields.tsx'
import { registerByHand } from './registerByHand.ts'
import classes from './registrations.module.css'

interface Form extends PaidForm {
  name: string
  email: string
  phone: string
  for_child: boolean
  child_name: string
  birth_date: string
}

/** Registers someone whom nobody has entered yet: a player, or a parent with the child who plays (spec 3 §5, §7). */
export function NewPersonForm(props: AddFormProps & { onKnown: (person: PickedPerson) => void }) {
  const { camp, onClose, onDone, onKnown } = props
  const today = useToday()
  const [overridable, setOverridable] = useState(false)
  async function send(form: Form, attempt: Once) {
    const birth_date = readTyped(form.birth_date)
    const child = form.for_child ? { name: form.child_name.trim(), birth_date } : null
    const new_person = {
      name: form.name.trim(),
      email: form.email.trim() || null,
      phone: form.phone.trim() || null,
      ...(child ? { child } : { birth_date }),
    }
    try {
      return await registerByHand({ ...form, campId: camp.id, who: { new_person } }, attempt)
    } catch (error) {
      setOverridable(mayOverride(error))
      throw error
    }
  }
  return (
    <ServerForm
      label="Register a new person"
      initialValues={{ ...initialPaidForm, name: '', email: '', phone: '', ...noChild } as Form}
      schema={formSchema(today)}
      requestOf={(form: Form) => form}
      send={send}
      refresh={refreshAfterPayment}
      fieldOf={(error) => (isRefusal(error, 'user_exists') ? 'email' : undefined)}
      submit="Add Registration"
      isIncomplete={({ name }) => name.trim() === ''}
      onCancel={onClose}
      onDone={onDone}
    >
      {(form) => (
        <div className={classes.fields}>
          <TextInput
            label="Name"
            size="md"
            required
            withAsterisk={false}
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <KnownByName name={form.values.name} email={form.values.email} onPick={onKnown} />
          <div className={classes.pair}>
            <TextInput
              label="Email (optional)"
              size="md"
              type="email"
              maxLength={254}
              autoComplete="off"
              {...form.getInputProps('email')}
            />
            <TextInput
              label="Phone (optional)"
              size="md"
              type="tel"
              maxLength={40}
              autoComplete="off"
              {...form.getInputProps('phone')}
            />
          </div>
          <p className={classes.note}>At least one contact method is recommended.</p>
          <KnownByPhone
            phone={form.values.phone}
            onPick={({ id, full_name, email, phone_number }) =>
              id === null
                ? form.setValues({ name: full_name, email: email ?? '', phone: phone_number })
                : onKnown({ id, full_name })
            }
          />
          <Checkbox
            size="md"
            label="This is for someone else, such as their child"
            {...form.getInputProps('for_child', { type: 'checkbox' })}
          />
          <div className={classes.pair}>
            {form.values.for_child && (
              <TextInput
                label="Player’s Name"
                size="md"
                maxLength={200}
                autoComplete="off"
                {...form.getInputProps('child_name')}
              />
            )}
            <BirthDateField
              label="Birth date"
              value={form.values.birth_date}
              error={form.errors.birth_date}
              onChange={(typed) => form.setFieldValue('birth_date', typed)}
            />
          </div>
          <PaidFields form={form} overridable={overridable} />
        </div>
      )}
    </ServerForm>
  )
}

const noChild = { for_child: false, child_name: '', birth_date: '' }

/** Checked before anything is sent: each problem is said at its field. */
const formSchema = (today: string) =>
  z.custom<Form>().superRefine((form, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { name, email, phone } = form
    const person = newUser.safeParse({ name, email: email.trim() || null, phone: phone.trim() || null })
    for (const { path, message } of person.error?.issues ?? []) issue(String(path[0]), message)
    if (form.for_child) {
      const wrongName = form.child_name.trim() ? nameProblem(form.child_name) : 'Please enter the name.'
      if (wrongName) issue('child_name', wrongName)
    }
    const wrong = birthDateProblem(form.birth_date, today, false)
    if (wrong) issue('birth_date', wrong)
  })

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
  const { data } = useInfiniteQuery({
    ...usersQuery({ search, sort: 'name', size: 5 }),
    enabled: byEmail || search.includes(' '),
  })
  const known = (data?.pages[0]?.items ?? []).filter((person) =>
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
