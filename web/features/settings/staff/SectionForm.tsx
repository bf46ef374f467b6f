import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import {
  type CompleteSettings,
  completeSettings,
  type SettingsField,
  type SettingsPreview,
  settingsChanges,
} from '../../../../shared/contract/facility/facilitySettings.ts'
import { mapLinks, rateLine } from '../../../../shared/domain/facility/derivedSettings.ts'
import { facilityFields } from '../../../../shared/domain/facility/facilityFields.ts'
import {
  breakEvenHours,
  hoursText,
  membershipTerms,
} from '../../../../shared/domain/memberships/breakEven.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { LeaveUnsaved } from '../../../ui/staff/LeaveUnsaved.tsx'
import { toast } from '../../../ui/toast.ts'
import { fieldErrorsOf } from './fieldErrors.ts'
import { ListField } from './ListField.tsx'
import { PlainInput } from './PlainInput.tsx'
import { Preview } from './Preview.tsx'
import classes from './Settings.module.css'
import { type FormSection, fieldsOf } from './sections.ts'
import { useFieldErrors } from './useFieldErrors.ts'

/** What the membership page computes from these prices, told to the owner before it is told to visitors. */
function WhetherItPaysOff({ settings }: { settings: CompleteSettings }) {
  const { membership_monthly_price: monthly_charge, member_cage_discount_percent, cages } = settings
  const priced = cages.flatMap(({ price_60_min }) => (price_60_min === undefined ? [] : { price_60_min }))
  // While it is typed a number may be none yet.
  const { shape } = completeSettings
  const isTyped =
    shape.membership_monthly_price.safeParse(monthly_charge).success &&
    shape.member_cage_discount_percent.safeParse(member_cage_discount_percent).success
  const terms = isTyped ? membershipTerms({ monthly_charge, member_cage_discount_percent }, priced) : null
  if (!terms || terms.monthly <= 0) return null
  const hours = breakEvenHours(terms)
  return (
    <Text strong={hours === null} role="status">
      {hours === null
        ? 'At these prices cage time never pays for the membership, and the membership page says so. Lower the price or raise the discount.'
        : `The membership page says: pays off from ${hoursText(hours)} cage hours a month.`}
    </Text>
  )
}

type Draft = Partial<CompleteSettings>

interface SectionFormProps {
  section: FormSection
  settings: CompleteSettings
}

/**
 * One section: its fields, what saving would change, and Save. What someone else saves at the same time is shown at once where
 * nothing is edited here, and told at saving where something is.
 */
export function SectionForm({ section, settings }: SectionFormProps) {
  const saved = pick(settings, fieldsOf(section))
  // What the draft began from.
  const [seen, setSeen] = useState(saved)
  const [draft, setDraft] = useState<Draft>(saved)
  const [before, setBefore] = useState<Draft>()
  const changes = changed(seen, draft)
  const isChanged = Object.keys(changes).length > 0
  if (!isChanged && !isSame(saved, seen)) {
    setSeen(saved)
    setDraft(saved)
  }
  const derived: Partial<Record<SettingsField, string>> = {
    ...mapLinks({ ...settings, ...draft }),
    // Of the cages as they are saved: what is typed may be no price yet.
    rate_line: rateLine(settings.cages),
  }
  const form = useRef<HTMLFormElement>(null)
  const { errors, refuse, forget } = useFieldErrors(form)
  const preview = useAttempt({
    send: (json: { changes: Draft }, once) => once('POST /api/settings/facility/preview', json),
  })
  const [shown, setShown] = useState<SettingsPreview>()

  async function look() {
    const { error } = settingsChanges.safeParse(changes)
    if (error) return refuse(fieldErrorsOf(error.issues))
    const outcome = await preview.attempt({ changes })
    if (!outcome) return
    if ('answer' in outcome) {
      forget()
      return setShown(outcome.answer)
    }
    if (isRefusal(outcome.error, 'invalid_input')) refuse(fieldErrorsOf(outcome.error.details))
  }

  const change = (field: SettingsField, value: unknown) => {
    setDraft({ ...draft, [field]: value } as Draft)
    forget([field])
  }
  const isAtFields = preview.error !== null && isRefusal(preview.error, 'invalid_input')
  const unplaced = isAtFields ? Object.entries(errors).filter(([path]) => !isPlaced(path, section)) : []
  return (
    <>
      <form
        ref={form}
        className={classes.form}
        noValidate
        aria-label={section.title}
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        {section.plain.length > 0 && (
          <div className={classes.fields}>
            {section.plain.map((plain) => (
              <PlainInput
                key={plain.field}
                plain={plain}
                label={facilityFields[plain.field].label}
                placeholder={derived[plain.field]}
                value={draft[plain.field]}
                error={errors[plain.field]}
                onChange={(value) => change(plain.field, value)}
              />
            ))}
          </div>
        )}
        {section.key === 'membership' && <WhetherItPaysOff settings={{ ...settings, ...draft }} />}
        {section.lists.map((field) => (
          <ListField
            key={field}
            field={field}
            draft={draft}
            saved={seen}
            errors={errors}
            onChange={(value) => change(field, value)}
          />
        ))}
        {before && !isChanged && (
          <div className={classes.restore} role="status">
            <span>Saved.</span>
            <Button
              variant="subtle"
              onClick={() => {
                setDraft(before)
                setBefore(undefined)
              }}
            >
              Restore Previous
            </Button>
          </div>
        )}
        {!isAtFields && <AttemptError error={preview.error} button="Preview Changes" />}
        {unplaced.map(([path, message]) => (
          <p key={path} className={classes.unplaced} role="alert">
            {message}
          </p>
        ))}
        <Row align="stretch" className={classes.foot} data-changed={isChanged || undefined}>
          <Button type="submit" color="stitch.6" loading={preview.isPending} disabled={!isChanged}>
            Preview Changes
          </Button>
          {isChanged && (
            <Button
              variant="default"
              disabled={preview.isPending}
              onClick={() => {
                setDraft(saved)
                setSeen(saved)
                forget()
              }}
            >
              Discard Changes
            </Button>
          )}
        </Row>
      </form>
      <FormDialog of={shown} onClose={() => setShown(undefined)} title="Preview Changes" long wide>
        {(preview, close) => (
          <Preview
            preview={preview}
            changes={changes}
            seen={pick(seen, Object.keys(changes) as SettingsField[])}
            onClose={close}
            onChangedMeanwhile={(now) => setSeen(pick(now, fieldsOf(section)))}
            onSaved={(now) => {
              // Cages that were renamed are not what they were.
              setBefore('cages' in changes ? undefined : seen)
              const after = pick(now, fieldsOf(section))
              setSeen(after)
              setDraft(after)
              close()
              toast.success(`${section.title} saved.`)
            }}
          />
        )}
      </FormDialog>
      <LeaveUnsaved changed={isChanged} text="The settings that you have changed are not saved yet." />
    </>
  )
}

const pick = (settings: Draft, fields: readonly SettingsField[]): Draft =>
  Object.fromEntries(fields.map((field) => [field, settings[field]]))

const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other)

/** What is no number is not the same as none, as it would be in JSON. */
const written = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) => (Number.isNaN(part) ? 'no number' : part))

/** The settings that are different now. */
const changed = (seen: Draft, draft: Draft): Draft =>
  Object.fromEntries(
    (Object.keys(draft) as SettingsField[])
      .filter((field) => !isSame(draft[field], seen[field]))
      .map((field) => [field, draft[field]]),
  )

const isPlaced = (path: string, section: FormSection): boolean =>
  fieldsOf(section).some((field) => path === field || path.startsWith(`${field}.`))
