import { nameProblem } from '../../../../../shared/domain/personName.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Input.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { newUser } from '../../../../../shared/contract/people.ts'
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
import type { AddFormProps } from './AddRegistrationDialog.tsx'
import { initialPaidForm, PaidFields, type PaidForm } from './PaidFields.tsx'
import { addParticipant, createPerson, registerByHand } from './registerByHand.ts'
import classes from './registrations.module.css'

interface Form extends PaidForm {
  name: string
  email: string
  phone: string
  for_child: boolean
  child_name: string
  child_birth_date: string
}

/** Registers somebody whom nobody has entered yet: a player, or a parent with the child who plays (spec 3 §5, §7). */
export function NewPersonForm(props: AddFormProps & { onKnown: (person: PickedPerson) => void }) {
  const { camp, onClose, onDone, onKnown } = props
  const today = useToday()
  const [overridable, setOverridable] = useState(false)
  // What was entered by an attempt that failed later is not entered again.
  const entered = useRef(new Map<string, string>())
  const once = async (of: object, enter: () => Promise<string>) => {
    const key = JSON.stringify(of)
    const id = entered.current.get(key) ?? (await enter())
    entered.current.set(key, id)
    return id
  }
  async function send(form: Form, attempt: Once) {
    try {
      const { name, email, phone } = form
      const person = { name: name.trim(), email: email.trim(), phone: phone.trim() }
      const userId = await once(person, () => createPerson(person, attempt))
      const child = { name: form.child_name.trim(), birth_date: readTyped(form.child_birth_date) }
      const participantIds = form.for_child
        ? [await once({ userId, ...child }, () => addParticipant(userId, child, attempt))]
        : []
      return await registerByHand({ ...form, campId: camp.id, userId, participantIds }, attempt)
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
            label="Somebody they look after takes part, such as their child"
            {...form.getInputProps('for_child', { type: 'checkbox' })}
          />
          {form.values.for_child && (
            <div className={classes.pair}>
              <TextInput
                label="Name of who takes part"
                size="md"
                maxLength={200}
                autoComplete="off"
                {...form.getInputProps('child_name')}
              />
              <BirthDateField
                label="Birth date"
                value={form.values.child_birth_date}
                error={form.errors.child_birth_date}
                onChange={(typed) => form.setFieldValue('child_birth_date', typed)}
              />
            </div>
          )}
          <PaidFields form={form} overridable={overridable} />
        </div>
      )}
    </ServerForm>
  )
}

const noChild = { for_child: false, child_name: '', child_birth_date: '' }

/** Checked before anything is sent, because person, participant and registration are three requests. */
const formSchema = (today: string) =>
  z.custom<Form>().superRefine((form, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { name, email, phone } = form
    const person = newUser.safeParse({ name, email: email.trim() || null, phone: phone.trim() || null })
    for (const { path, message } of person.error?.issues ?? []) issue(String(path[0]), message)
    if (!form.for_child) return
    const wrongName = form.child_name.trim() ? nameProblem(form.child_name) : 'Please enter the name.'
    if (wrongName) issue('child_name', wrongName)
    const wrong = birthDateProblem(form.child_birth_date, today, false)
    if (wrong) issue('child_birth_date', wrong)
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
