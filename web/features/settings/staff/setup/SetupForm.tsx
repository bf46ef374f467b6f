import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type CompleteSettings,
  type SettingsField,
  updateFacilitySettings,
} from '../../../../../shared/contract/facility/facilitySettings.ts'
import { facilityFields } from '../../../../../shared/domain/facility/facilityFields.ts'
import { touches } from '../../../../api/touches.ts'
import { useTabDraft } from '../../../../components/form/draft.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { Stack, Text } from '../../../../ui/layout.tsx'
import { LeaveUnsaved } from '../../../../ui/staff/LeaveUnsaved.tsx'
import { atSetting, isSame } from '../fieldErrors.ts'
import { ListField } from '../ListField.tsx'
import { PlainInput } from '../PlainInput.tsx'
import settingsClasses from '../Settings.module.css'
import { type FormSection, fieldsOf } from '../sections.ts'
import { cagesOf, FirstCages, hasPrices, noCagesEntered } from './FirstCages.tsx'
import { StepFoot } from './StepFoot.tsx'

type Draft = Partial<CompleteSettings>

interface SetupFormProps {
  /** The step's key. */
  name: string
  step: FormSection
  settings: CompleteSettings
  /** The step after this one. */
  next: string | undefined
  /** What the fields of a step have, also what was restored. */
  onTyped: (typed: { in: string; draft: Draft }) => void
  /** Undefined on the first step. */
  onBack: (() => void) | undefined
}

/** One step: its inputs, saved by Continue without a preview, because nothing is booked yet. */
export function SetupForm({ name, step, settings, next, onTyped, onBack }: SetupFormProps) {
  const navigate = useNavigate({ from: '/admin/setup' })
  const [seen] = useState<Draft>(() =>
    Object.fromEntries(fieldsOf(step).map((field) => [field, settings[field]])),
  )
  const [isSaved, setSaved] = useState(false)
  const kept = useTabDraft(`setup.${name}`, proposed(seen))
  const keptFirst = useTabDraft('setup.first-cages', noCagesEntered)
  const [first, setFirst] = useState(() => keptFirst.read() ?? noCagesEntered)
  const [isAsked, setAsked] = useState(false)
  const form = useForm({
    values: proposed(seen),
    draft: kept,
    schema: updateFacilitySettings.body,
    request: (draft): { changes: Draft; seen: Draft } => {
      const changes = changedIn(draft)
      const before = Object.keys(changes).map((field) => [field, seen[field as SettingsField]])
      return { changes, seen: Object.fromEntries(before) as Draft }
    },
    problemOf: atSetting,
    staysOpen: true,
    send: (json, once) => once('PATCH /api/settings/facility', json),
    touches: touches.settings,
    onDone: () => setSaved(true),
  })
  const draft = form.values
  const changedIn = (values: Draft) =>
    Object.fromEntries(
      Object.entries(values).filter(([field, value]) => !isSame(value, seen[field as SettingsField])),
    ) as Draft
  const isChanged = !isSaved && Object.keys(changedIn(draft)).length > 0
  const hasNoCages = step.lists.includes('cages') && draft.cages?.length === 0
  const isUnadded = hasNoCages && hasPrices(first)

  useEffect(() => keptFirst.save(first), [keptFirst, first])
  // The preview shows what was restored, too.
  const begun = useRef(form.values)
  useEffect(() => onTyped({ in: name, draft: begun.current }), [onTyped, name])
  // The guard against leaving is gone only once this is rendered.
  useEffect(() => {
    if (isSaved) void navigate({ search: { step: next } })
  }, [isSaved, navigate, next])

  const change = (more: Draft) => {
    form.set(more)
    onTyped({ in: name, draft: { ...draft, ...more } })
  }
  // Prices that are entered for all cages make them, whichever button is pressed; the next press saves them.
  const addCages = () => {
    const cages = cagesOf(first)
    flushSync(() => (cages ? change({ cages }) : setAsked(true)))
    form.element.current?.querySelector<HTMLElement>(cages ? 'li input' : '[aria-invalid=true]')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (isUnadded || submitter?.getAttribute('name') === 'add') addCages()
    else if (isChanged) form.submit()
    else void navigate({ search: { step: next } })
  }
  return (
    <>
      <Stack ref={form.element} as="form" gap="lg" noValidate aria-labelledby="setup-step" onSubmit={submit}>
        {form.isRestored && form.isDirty && (
          <Text tone="dim" role="status">
            Restored what you typed. It isn’t saved yet.
          </Text>
        )}
        {step.plain.length > 0 && (
          <div className={settingsClasses.fields}>
            {step.plain.map((plain) => (
              <PlainInput
                key={plain.field}
                plain={plain}
                label={facilityFields[plain.field].label}
                value={draft[plain.field]}
                error={form.errors[plain.field]}
                onChange={(value) => change({ [plain.field]: value } as Draft)}
              />
            ))}
          </div>
        )}
        {hasNoCages && <FirstCages entry={first} onChange={setFirst} isAsked={isAsked} />}
        {step.lists.map((field) => (
          <ListField
            key={field}
            field={field}
            draft={draft}
            saved={seen}
            errors={form.errors}
            onChange={(value) => change({ [field]: value } as Draft)}
          />
        ))}
        <AttemptError error={form.problem} button="Save and Continue" />
        <StepFoot onBack={onBack} disabled={form.isPending}>
          <Button type="submit" color="stitch.6" loading={form.isPending}>
            {isChanged || isUnadded ? 'Save and Continue' : 'Continue'}
          </Button>
        </StepFoot>
      </Stack>
      <LeaveUnsaved
        changed={(isChanged && form.isDirty) || isUnadded}
        text="What you have entered in this step is not saved yet."
      />
    </>
  )
}

/** Before anything is entered, the time zone is that of the owner's browser. */
const proposed = (seen: Draft): Draft =>
  seen.name === '' ? { ...seen, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } : seen
