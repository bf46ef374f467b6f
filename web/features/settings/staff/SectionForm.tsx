import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  type CompleteSettings,
  completeSettings,
  previewFacilitySettings,
  type SettingsField,
  type SettingsPreview,
} from '../../../../shared/contract/facility/facilitySettings.ts'
import { mapLinks, rateLine } from '../../../../shared/domain/facility/derivedSettings.ts'
import { facilityFields } from '../../../../shared/domain/facility/facilityFields.ts'
import {
  breakEvenHours,
  hoursText,
  membershipTerms,
} from '../../../../shared/domain/memberships/breakEven.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { LeaveUnsaved } from '../../../ui/staff/LeaveUnsaved.tsx'
import { toast } from '../../../ui/toast.ts'
import { atSetting, fieldErrorsOf, isSame } from './fieldErrors.ts'
import { ListField } from './ListField.tsx'
import { PlainInput } from './PlainInput.tsx'
import { Preview } from './Preview.tsx'
import classes from './Settings.module.css'
import { type FormSection, fieldsOf } from './sections.ts'

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
  const [before, setBefore] = useState<Draft>()
  const [shown, setShown] = useState<SettingsPreview>()
  const form = useForm({
    values: saved,
    schema: previewFacilitySettings.body,
    request: (draft): { changes: Draft } => ({ changes: changed(seen, draft) }),
    problemOf: atSetting,
    staysOpen: true,
    send: (json, once) => once('POST /api/settings/facility/preview', json),
    onDone: setShown,
  })
  const draft = form.values
  const changes = changed(seen, draft)
  const isChanged = Object.keys(changes).length > 0
  const startFrom = (stored: Draft) => {
    setSeen(stored)
    form.replace(stored)
  }
  if (!isChanged && !isSame(saved, seen)) startFrom(saved)
  const derived: Partial<Record<SettingsField, string>> = {
    ...mapLinks({ ...settings, ...draft }),
    // Of the cages as they are saved: what is typed may be no price yet.
    rate_line: rateLine(settings.cages),
  }
  const isAtFields = isRefusal(form.refusal, 'invalid_input')
  const unplaced = isAtFields
    ? Object.entries(fieldErrorsOf(form.refusal)).filter(([path]) => !isPlaced(path, section))
    : []
  return (
    <>
      <form
        ref={form.element}
        className={classes.form}
        noValidate
        aria-label={section.title}
        onSubmit={form.onSubmit}
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
                error={form.errors[plain.field]}
                onChange={(value) => form.set({ [plain.field]: value })}
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
            errors={form.errors}
            onChange={(value) => form.set({ [field]: value })}
          />
        ))}
        {before && !isChanged && (
          <div className={classes.restore} role="status">
            <span>Saved.</span>
            <Button
              variant="subtle"
              onClick={() => {
                form.replace({ ...draft, ...before })
                setBefore(undefined)
              }}
            >
              Restore Previous
            </Button>
          </div>
        )}
        {!isAtFields && <AttemptError error={form.problem} button="Preview Changes" />}
        {unplaced.map(([path, message]) => (
          <Text tone="problem" key={path} role="alert">
            {message}
          </Text>
        ))}
        <Row align="stretch" className={classes.foot} data-changed={isChanged || undefined}>
          <Button type="submit" color="stitch.6" loading={form.isPending} disabled={!isChanged}>
            Preview Changes
          </Button>
          {isChanged && (
            <Button
              variant="default"
              disabled={form.isPending}
              onClick={() => {
                startFrom(saved)
                form.forgetProblem()
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
              startFrom(pick(now, fieldsOf(section)))
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

/** The settings that are different now. */
const changed = (seen: Draft, draft: Draft): Draft =>
  Object.fromEntries(
    (Object.keys(draft) as SettingsField[])
      .filter((field) => !isSame(draft[field], seen[field]))
      .map((field) => [field, draft[field]]),
  )

const isPlaced = (path: string, section: FormSection): boolean =>
  fieldsOf(section).some((field) => path === field || path.startsWith(`${field}.`))
