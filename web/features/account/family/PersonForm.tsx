import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { position } from '../../../../shared/contract/accounts/households.ts'
import type { KeptCare } from '../../../../shared/contract/accounts/participantCare.ts'
import { positionNames } from '../../../../shared/domain/positions.ts'
import formClasses from '../../../components/formFields.module.css'
import { useToday } from '../../../components/participants/ages.ts'
import { BirthDateField } from '../../../components/participants/BirthDateField.tsx'
import { existingOf, useNewPerson } from '../../../components/participants/useNewPerson.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import { CareFields } from './CareFields.tsx'
import classes from './Family.module.css'
import { careOf, changeOf, type PersonValues, personProblems, valuesOf } from './personValues.ts'
import { useCareChange, usePersonChange } from './useFamily.ts'

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
  const form = useForm<PersonValues>({
    initialValues: initial,
    validate: (values) => personProblems(values, today),
  })
  const save = useSave(person, initial)
  const element = useRef<HTMLFormElement>(null)
  const dirty = form.isDirty()
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: dirty, disabled: !dirty })

  async function submit(values: PersonValues, isAnother = false) {
    const saved = await save.save(values, isAnother)
    if (saved) onSaved(saved)
  }
  const focusFirst = () =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      data-private
      aria-label={person ? `Edit ${person.is_self ? 'your details' : person.name}` : 'Add a person'}
      onSubmit={form.onSubmit((values) => void submit(values), focusFirst)}
    >
      <fieldset className={classes.fields} disabled={save.isPending}>
        <Basics form={form} isSelf={person?.is_self ?? false} />
        <CareFields
          form={form}
          name={form.values.name}
          keptDays={care?.kept_days}
          readable={care !== undefined || !person}
        />
      </fieldset>
      <FormNotice notice={save.problem ? { kind: 'error', text: save.problem } : undefined}>
        {save.existing?.archived && (
          <button
            type="button"
            className={classes.textButton}
            onClick={() => void save.bringBack().then((back) => back && onSaved(back))}
          >
            Bring {save.existing.name} back
          </button>
        )}
        {save.existing?.can_be_another && (
          <button type="button" className={classes.textButton} onClick={() => void submit(form.values, true)}>
            This is another {save.existing.name}
          </button>
        )}
      </FormNotice>
      <div className={classes.actions}>
        <Button type="submit" color="stitch.6" loading={save.isPending}>
          {person ? 'Save' : 'Add'}
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Saves the person, then what is kept for emergencies if that was changed. */
function useSave(person: Participant | undefined, initial: PersonValues) {
  const create = useNewPerson()
  const change = usePersonChange()
  const care = useCareChange()
  // Once added, pressing again changes that person and adds no other.
  const [added, setAdded] = useState<Participant>()
  const error = create.error ?? change.error
  const existing = existingOf(error)

  async function save(values: PersonValues, isAnother: boolean): Promise<Participant | undefined> {
    const known = person ?? added
    create.forgetError()
    change.forgetError()
    care.forgetError()
    const outcome = known
      ? await change.attempt({ id: known.id, ...changeOf(values, known.is_self) })
      : await create.attempt({
          ...changeOf(values, false),
          name: values.name.trim(),
          is_another_person: isAnother,
        })
    if (!outcome || !('answer' in outcome)) return undefined
    setAdded(outcome.answer)
    const kept = careOf(values)
    if (JSON.stringify(kept) === JSON.stringify(careOf(initial))) return outcome.answer
    const cared = await care.attempt({ id: outcome.answer.id, care: kept })
    return cared && 'answer' in cared ? outcome.answer : undefined
  }

  async function bringBack(): Promise<Participant | undefined> {
    if (!existing) return undefined
    create.forgetError()
    const outcome = await change.attempt({ id: existing.participant_id, archived: false })
    return outcome && 'answer' in outcome ? outcome.answer : undefined
  }

  const problem = care.error
    ? `The details are saved, but not the emergency details. ${care.error.message}`
    : existing?.archived
      ? `${existing.name} is in your family already, and archived.`
      : error?.message
  return {
    save,
    bringBack,
    problem,
    existing,
    isPending: create.isPending || change.isPending || care.isPending,
  }
}

const consents = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'unasked', label: 'Not decided' },
] as const

/** Name, birth date, and how someone plays. */
function Basics({ form, isSelf }: { form: UseFormReturnType<PersonValues>; isSelf: boolean }) {
  const { positions, photo_consent } = form.values
  return (
    <>
      {isSelf ? (
        <p className={classes.aside}>Your name is the one in “Your details”.</p>
      ) : (
        <TextInput
          label="Name"
          classNames={{ label: formClasses.label }}
          required
          withAsterisk={false}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="words"
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <BirthDateField
        label="Birth date (optional)"
        value={form.values.birth}
        error={form.errors.birth}
        onChange={(birth) => form.setFieldValue('birth', birth)}
      />
      <fieldset className={classes.fields}>
        <legend className={classes.legend}>Positions (optional)</legend>
        <div className={classes.pills}>
          {position.options.map((one) => (
            <label key={one} className={classes.pill} title={positionNames[one]}>
              <input
                type="checkbox"
                aria-label={positionNames[one]}
                checked={positions.includes(one)}
                onChange={({ currentTarget }) =>
                  form.setFieldValue(
                    'positions',
                    position.options.filter((other) =>
                      other === one ? currentTarget.checked : positions.includes(other),
                    ),
                  )
                }
              />
              <span aria-hidden>{one}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={classes.pair}>
        <NativeSelect
          label="Bats (optional)"
          size="md"
          classNames={{ label: formClasses.label }}
          data={[
            { value: '', label: 'Not given' },
            { value: 'right', label: 'Right' },
            { value: 'left', label: 'Left' },
            { value: 'switch', label: 'Switch' },
          ]}
          {...form.getInputProps('bats')}
        />
        <NativeSelect
          label="Throws (optional)"
          size="md"
          classNames={{ label: formClasses.label }}
          data={[
            { value: '', label: 'Not given' },
            { value: 'right', label: 'Right' },
            { value: 'left', label: 'Left' },
          ]}
          {...form.getInputProps('throws')}
        />
      </div>
      <fieldset className={classes.fields}>
        <legend className={classes.legend}>May we publish photos?</legend>
        <div className={classes.pills}>
          {consents.map(({ value, label }) => (
            <label key={value} className={classes.pill}>
              <input
                type="radio"
                name="photo_consent"
                checked={photo_consent === value}
                onChange={() => form.setFieldValue('photo_consent', value)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}
