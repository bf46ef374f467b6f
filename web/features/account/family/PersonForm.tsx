import { NativeSelect, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { position } from '../../../../shared/contract/accounts/households.ts'
import type { KeptCare } from '../../../../shared/contract/accounts/participantCare.ts'
import { positionNames } from '../../../../shared/domain/positions.ts'
import { type Form, useForm } from '../../../components/form/useForm.ts'
import formClasses from '../../../components/formFields.module.css'
import { useToday } from '../../../components/participants/ages.ts'
import { BirthDateField } from '../../../components/participants/BirthDateField.tsx'
import { existingOf, ofFamily, usePersonChange } from '../../../components/participants/useNewPerson.ts'
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx'
import pills from '../../../ui/pills.module.css'
import { AccountForm } from '../../accounts/AccountForm.tsx'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import { CareFields } from './CareFields.tsx'
import classes from './Family.module.css'
import { careOf, changeOf, type PersonValues, personProblems, valuesOf } from './personValues.ts'

interface PersonFormProps {
  /** Nobody: adds someone. */
  person: Participant | undefined
  /** What is kept for emergencies; undefined where it could not be read, and is left alone. */
  care: KeptCare | undefined
  onSaved: (person: Participant) => void
  onCancel: () => void
  onDirty: (dirty: boolean) => void
}

/** Everything that the family tells about one person. Nothing of it is kept in the browser. */
export function PersonForm({ person, care, onSaved, onCancel, onDirty }: PersonFormProps) {
  const today = useToday()
  const [initial] = useState(() => valuesOf(person, care))
  // Once added, pressing again changes that person and adds no other.
  const [added, setAdded] = useState<Participant>()
  const isAnother = useRef(false)
  const back = usePersonChange()
  const form: Form<PersonValues> = useForm({
    values: initial,
    check: (values) => personProblems(values, today),
    request: (values) => ({ values, is_another_person: isAnother.current }),
    send: async ({ values, is_another_person }, once) => {
      const known = person ?? added
      const saved = known
        ? await once('PATCH /api/participants/:id', { id: known.id, ...changeOf(values, known.is_self) })
        : await once('POST /api/me/participants', {
            ...changeOf(values, false),
            name: values.name.trim(),
            is_another_person,
          })
      setAdded(saved)
      const kept = careOf(values)
      if (JSON.stringify(kept) !== JSON.stringify(careOf(initial)))
        await once('PUT /api/participants/:id/care', { id: saved.id, ...kept }).catch((error: Error) => {
          throw Object.assign(error, { ofCare: true })
        })
      return saved
    },
    ...ofFamily,
    refusedAt: () => ({}),
    onDone: onSaved,
  })
  const dirty = form.isDirty
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: dirty, disabled: !dirty })
  const error = form.problem ?? back.error
  const existing = existingOf(form.refusal)
  const isPending = form.isPending || back.isPending

  async function bringBack(id: string) {
    form.forgetProblem()
    const outcome = await back.attempt({ id, archived: false })
    if (outcome && 'answer' in outcome) onSaved(outcome.answer)
  }

  return (
    <AccountForm
      form={{ ...form, isPending, isBusy: isPending }}
      data-private
      aria-label={person ? `Edit ${person.is_self ? 'your details' : person.name}` : 'Add a Person'}
      submit={person ? 'Save' : 'Add'}
      onCancel={onCancel}
      notice={
        <FormNotice notice={error ? { kind: 'error', text: problemText(error) } : undefined}>
          {existing?.archived && (
            <button
              type="button"
              className={classes.textButton}
              onClick={() => void bringBack(existing.participant_id)}
            >
              Bring {existing.name} back
            </button>
          )}
          {existing?.can_be_another && (
            <button
              type="button"
              className={classes.textButton}
              onClick={() => {
                isAnother.current = true
                form.submit()
                isAnother.current = false
              }}
            >
              This is another {existing.name}
            </button>
          )}
        </FormNotice>
      }
    >
      <Stack as="fieldset" disabled={isPending}>
        <Basics form={form} isSelf={person?.is_self ?? false} />
        <CareFields
          form={form}
          name={form.values.name}
          keptDays={care?.kept_days}
          readable={care !== undefined || !person}
        />
      </Stack>
    </AccountForm>
  )
}

function problemText(error: Error): string {
  if ('ofCare' in error) return `The details are saved, but not the emergency details. ${error.message}`
  const existing = existingOf(error)
  return existing?.archived ? `${existing.name} is in your family already, and archived.` : error.message
}

const consents = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'unasked', label: 'Not decided' },
] as const

/** Name, birth date, and how someone plays. */
function Basics({ form, isSelf }: { form: Form<PersonValues>; isSelf: boolean }) {
  const { positions, photo_consent } = form.values
  return (
    <>
      {isSelf ? (
        <Text tone="dim" size="sm" className={classes.aside}>
          Your name is the one in “Your details”.
        </Text>
      ) : (
        <TextInput
          label="Name"
          classNames={{ label: formClasses.label }}
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="words"
          data-autofocus
          {...form.field('name')}
        />
      )}
      <BirthDateField label="Birth Date (optional)" {...form.bind('birth')} />
      <Stack as="fieldset">
        <legend className={classes.legend}>Positions (optional)</legend>
        <Row shrinks align="stretch" className={classes.pills}>
          {position.options.map((one) => (
            <label key={one} className={`${pills.pill} ${classes.pill}`} title={positionNames[one]}>
              <input
                type="checkbox"
                aria-label={positionNames[one]}
                checked={positions.includes(one)}
                onChange={({ currentTarget }) =>
                  form.set({
                    positions: position.options.filter((other) =>
                      other === one ? currentTarget.checked : positions.includes(other),
                    ),
                  })
                }
              />
              <span aria-hidden>{one}</span>
            </label>
          ))}
        </Row>
      </Stack>
      <Grid className={classes.pair}>
        <NativeSelect
          label="Bats (optional)"
          classNames={{ label: formClasses.label }}
          data={[
            { value: '', label: 'Not given' },
            { value: 'right', label: 'Right' },
            { value: 'left', label: 'Left' },
            { value: 'switch', label: 'Switch' },
          ]}
          {...form.field('bats')}
        />
        <NativeSelect
          label="Throws (optional)"
          classNames={{ label: formClasses.label }}
          data={[
            { value: '', label: 'Not given' },
            { value: 'right', label: 'Right' },
            { value: 'left', label: 'Left' },
          ]}
          {...form.field('throws')}
        />
      </Grid>
      <Stack as="fieldset">
        <legend className={classes.legend}>May we publish photos?</legend>
        <Row shrinks align="stretch" className={classes.pills}>
          {consents.map(({ value, label }) => (
            <label key={value} className={`${pills.pill} ${classes.pill}`}>
              <input
                type="radio"
                name="photo_consent"
                checked={photo_consent === value}
                onChange={() => form.set({ photo_consent: value })}
              />
              {label}
            </label>
          ))}
        </Row>
      </Stack>
    </>
  )
}
