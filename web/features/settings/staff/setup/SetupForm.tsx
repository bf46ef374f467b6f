import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  type CompleteSettings,
  type SettingsField,
  settingsChanges,
} from '../../../../../shared/contract/facility/facilitySettings.ts'
import { facilityFields } from '../../../../../shared/domain/facility/facilityFields.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import type { InputOf } from '../../../../api/call.ts'
import { touches } from '../../../../api/touches.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { LeaveUnsaved } from '../../../../ui/staff/LeaveUnsaved.tsx'
import { fieldErrorsOf } from '../fieldErrors.ts'
import { ListField } from '../ListField.tsx'
import { PlainInput } from '../PlainInput.tsx'
import settingsClasses from '../Settings.module.css'
import { type FormSection, fieldsOf } from '../sections.ts'
import { useFieldErrors } from '../useFieldErrors.ts'
import { FirstCages } from './FirstCages.tsx'
import classes from './Setup.module.css'

type Draft = Partial<CompleteSettings>

interface SetupFormProps {
  form: FormSection
  settings: CompleteSettings
  /** The step after this one. */
  next: string | undefined
  onTyped: (draft: Draft) => void
  /** Undefined on the first step. */
  onBack: (() => void) | undefined
}

/** One step: its inputs, saved by Continue without a preview, because nothing is booked yet. */
export function SetupForm({ form, settings, next, onTyped, onBack }: SetupFormProps) {
  const navigate = useNavigate({ from: '/admin/setup' })
  const [seen] = useState<Draft>(() =>
    Object.fromEntries(fieldsOf(form).map((field) => [field, settings[field]])),
  )
  const [draft, setDraft] = useState(seen)
  const [isSaved, setSaved] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { errors, refuse, forget } = useFieldErrors(element)
  const save = useAttempt({
    send: (json: InputOf<'PATCH /api/settings/facility'>, once) => once('PATCH /api/settings/facility', json),
    touches: touches.settings,
  })
  const changes = Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => !isSame(value, seen[field as SettingsField])),
  ) as Draft
  const isChanged = !isSaved && Object.keys(changes).length > 0

  // The guard against leaving is gone only once this is rendered.
  useEffect(() => {
    if (isSaved) void navigate({ search: { step: next } })
  }, [isSaved, navigate, next])

  async function submit() {
    if (!isChanged) return navigate({ search: { step: next } })
    const { error } = settingsChanges.safeParse(changes)
    if (error) return refuse(fieldErrorsOf(error.issues))
    const before = Object.fromEntries(
      Object.keys(changes).map((field) => [field, seen[field as SettingsField]]),
    )
    const outcome = await save.attempt({ changes, seen: before })
    if (!outcome) return
    if ('answer' in outcome) setSaved(true)
    else if (isRefusal(outcome.error, 'invalid_input')) refuse(fieldErrorsOf(outcome.error.details))
  }

  const change = (more: Draft) => {
    const next = { ...draft, ...more }
    setDraft(next)
    onTyped(next)
    forget(Object.keys(more))
  }
  const isAtFields = save.error !== null && isRefusal(save.error, 'invalid_input')
  return (
    <>
      <form
        ref={element}
        className={classes.form}
        noValidate
        aria-labelledby="setup-step"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {form.plain.length > 0 && (
          <div className={settingsClasses.fields}>
            {form.plain.map((plain) => (
              <PlainInput
                key={plain.field}
                plain={plain}
                label={facilityFields[plain.field].label}
                value={draft[plain.field]}
                error={errors[plain.field]}
                onChange={(value) => change({ [plain.field]: value } as Draft)}
              />
            ))}
          </div>
        )}
        {form.lists.includes('cages') && draft.cages?.length === 0 && (
          <FirstCages onMade={(cages) => change({ cages })} />
        )}
        {form.lists.map((field) => (
          <ListField
            key={field}
            field={field}
            draft={draft}
            saved={seen}
            errors={errors}
            onChange={(value) => change({ [field]: value } as Draft)}
          />
        ))}
        {!isAtFields && <AttemptError error={save.error} button="Save and Continue" />}
        <Row gap="sm" align="stretch" apart className={classes.foot}>
          {onBack && (
            <Button variant="default" size="md" onClick={onBack} disabled={save.isPending}>
              Back
            </Button>
          )}
          <Button type="submit" size="md" color="stitch.6" loading={save.isPending}>
            {isChanged ? 'Save and Continue' : 'Continue'}
          </Button>
        </Row>
      </form>
      <LeaveUnsaved changed={isChanged} text="What you have entered in this step is not saved yet." />
    </>
  )
}

/** What is no number is not the same as none, as it would be in JSON. */
const written = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (Number.isNaN(part) ? 'no number' : part))
const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other)
