import { TextInput, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type {
  CompleteSettings,
  SettingsPreview,
} from '../../../../shared/contract/facility/facilitySettings.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { facilitySettingsQuery } from '../../../api/queries/settings.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { HitChoice } from '../../../components/staff/HitChoice.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import classes from './Settings.module.css'

type Draft = Partial<CompleteSettings>

interface PreviewProps {
  preview: SettingsPreview
  changes: Draft
  seen: Draft
  onClose: () => void
  /** Someone else saved before: this is what there is now. */
  onChangedMeanwhile: (settings: CompleteSettings) => void
  onSaved: (settings: CompleteSettings) => void
}

/** What saving changes, where customers see it and what to look out for; and Save. */
export function Preview({ preview, changes, seen, onClose, onChangedMeanwhile, onSaved }: PreviewProps) {
  const { outside_hours: outside } = preview
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/admin/settings' })
  const form = useForm({
    values: { on_hits: 'keep' as 'keep' | 'cancel', reason: '' },
    check: ({ on_hits, reason }) =>
      on_hits === 'cancel' && reason.trim() === '' ? { reason: 'Please write a reason.' } : {},
    send: ({ on_hits, reason }, once) =>
      once('PATCH /api/settings/facility', {
        ...{ changes, seen, on_hits, fingerprint: outside.fingerprint },
        ...(on_hits === 'cancel' && { reason }),
      }),
    touches: touches.settings,
    onDone: ({ settings, run_id }) => {
      onSaved(settings)
      if (run_id) void navigate({ search: { section: 'closures', run: run_id } })
    },
  })
  const choice = form.values.on_hits
  if (isRefusal(form.refusal, 'settings_changed')) {
    return (
      <ChangedMeanwhile
        error={form.refusal}
        onGoOn={async () => {
          onChangedMeanwhile(await queryClient.fetchQuery(facilitySettingsQuery))
          onClose()
        }}
      />
    )
  }
  return (
    <Form
      form={form}
      label="Preview changes"
      submit="Save Changes"
      isIncomplete={preview.changes.length === 0}
      cancel="Keep Editing"
      onCancel={onClose}
    >
      <Stack below="md" as="dl" gap="sm" className={classes.changes}>
        {preview.changes.map(({ label, from, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <del>{from}</del>
              <VisuallyHidden component="span"> becomes </VisuallyHidden>
              <span aria-hidden> → </span>
              <ins>{to}</ins>
            </dd>
          </div>
        ))}
      </Stack>
      {preview.changes.length === 0 && <Text below="lg">Nothing has changed.</Text>}
      {preview.shown.length > 0 && (
        <Text tone="dim" below="sm">
          <strong>Customers see it here:</strong> {preview.shown.join(' · ')}
        </Text>
      )}
      {preview.warnings.map((warning) => (
        <Note key={warning}>{warning}</Note>
      ))}
      {outside.hits.length > 0 && (
        <>
          <Text below="lg">These are booked at times you’d be closed:</Text>
          <HitChoice
            hits={outside}
            choice={choice}
            onChoose={(on_hits) => form.set({ on_hits })}
            kept="Keep Them"
          />
          {choice === 'cancel' && (
            <TextInput
              className={classes.reason ?? ''}
              label="What Customers Are Told"
              required
              maxLength={200}
              placeholder="We close earlier on Tuesdays from now on."
              {...form.field('reason')}
            />
          )}
        </>
      )}
    </Form>
  )
}
