import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Grid, Stack, Text } from '../../ui/layout.tsx'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import fieldClasses from '../formFields.module.css'
import own from './AddPerson.module.css'
import { useToday } from './ages.ts'
import { BirthDateField } from './BirthDateField.tsx'
import { birthDateProblem, readTyped } from './birthDate.ts'
import { existingOf, type NewPerson } from './useNewPerson.ts'
import classes from './WhoIsComing.module.css'

interface AddPersonProps {
  title: string
  /** Adds; null where it worked, or why it did not. */
  onAdd: (person: NewPerson) => Promise<Error | null>
  /** Takes someone of that name who is in the family already. */
  onUse: (id: string, archived: boolean) => Promise<Error | null>
  /** What was typed is done with: added or given up. */
  onClose: () => void
  isPending: boolean
  /** A birth date must be given: what is booked is for certain ages. */
  needsBirthDate: boolean
}

/**
 * Name and birth date of one more person, in place. Not a form: it also stands inside forms. Kept in no draft, since
 * it is about children.
 */
export default function AddPerson(props: AddPersonProps) {
  const { title, onAdd, onUse, onClose, isPending, needsBirthDate } = props
  const today = useToday()
  const [name, setName] = useState('')
  const [birth, setBirth] = useState('')
  const [shown, setShown] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const nameField = useFocusOnShow<HTMLInputElement>()
  const birthField = useRef<HTMLInputElement>(null)
  const nameProblem = name.trim() ? null : 'Please enter the name.'
  const birthProblem = birthDateProblem(birth, today, needsBirthDate)
  const existing = existingOf(error)

  async function finish(work: Promise<Error | null>) {
    const failure = await work
    setError(failure)
    if (!failure) onClose()
  }

  function add(isAnother = false) {
    setShown(true)
    setError(null)
    if (nameProblem) return nameField.current?.focus()
    if (birthProblem) return birthField.current?.focus()
    void finish(
      onAdd({
        name: name.trim(),
        birth_date: readTyped(birth),
        ...(isAnother ? { is_another_person: true } : {}),
      }),
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  }

  return (
    <Stack as="fieldset" gap="sm" className={own.add} data-private onKeyDown={onKeyDown}>
      <legend className={own.addTitle}>{title}</legend>
      <Grid gap="sm" className={own.fields}>
        <TextInput
          ref={nameField}
          label="Name"
          classNames={{ label: fieldClasses.label }}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={shown && nameProblem}
        />
        <BirthDateField
          ref={birthField}
          label={needsBirthDate ? 'Birth Date' : 'Birth Date (optional)'}
          value={birth}
          onChange={setBirth}
          error={shown && birthProblem}
        />
      </Grid>
      {error && (
        <Text as="div" tone="problem" strong breaks role="alert">
          {existing?.archived ? `${existing.name} is in your family already, and archived.` : error.message}
          {existing && (
            <div className={own.answers}>
              <button
                type="button"
                className={classes.textButton}
                onClick={() => void finish(onUse(existing.participant_id, existing.archived))}
              >
                {existing.archived ? `Bring ${existing.name} back` : `Choose ${existing.name}`}
              </button>
              {existing.can_be_another && (
                <button type="button" className={classes.textButton} onClick={() => add(true)}>
                  This is another {existing.name}
                </button>
              )}
            </div>
          )}
        </Text>
      )}
      <div className={own.addButtons}>
        <Button loading={isPending} onClick={() => add()}>
          Add
        </Button>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Stack>
  )
}
