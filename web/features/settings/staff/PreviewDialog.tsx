import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  CompleteSettings,
  SettingsPreview,
} from '../../../../shared/contract/facility/facilitySettings.ts'
import { isRefusal } from '../../../api/apiError.ts'
import type { InputOf } from '../../../api/call.ts'
import { facilitySettingsQuery, refreshSettings } from '../../../api/queries/settings.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { HitChoice } from './closures/HitChoice.tsx'
import classes from './Settings.module.css'

type Draft = Partial<CompleteSettings>

interface PreviewDialogProps {
  /** Nothing: the dialog is closed. */
  preview: SettingsPreview | undefined
  changes: Draft
  seen: Draft
  onClose: () => void
  /** Someone else saved before: this is what there is now. */
  onChangedMeanwhile: (settings: CompleteSettings) => void
  onSaved: (settings: CompleteSettings) => void
}

/** What saving changes, where customers see it and what to look out for; and Save. */
export function PreviewDialog({ preview, ...props }: PreviewDialogProps) {
  return (
    <Dialog opened={preview !== undefined} onClose={props.onClose} title="Preview Changes" long wide>
      {preview && <Preview preview={preview} {...props} />}
    </Dialog>
  )
}

function Preview({
  preview,
  changes,
  seen,
  onClose,
  onChangedMeanwhile,
  onSaved,
}: PreviewDialogProps & { preview: SettingsPreview }) {
  const { outside_hours: outside } = preview
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/admin/settings' })
  const [choice, setChoice] = useState<'keep' | 'cancel'>('keep')
  const [reason, setReason] = useState('')
  const save = useAttempt({
    send: (json: InputOf<'PATCH /api/settings/facility'>, once) => once('PATCH /api/settings/facility', json),
    refresh: refreshSettings,
  })
  const isLate = save.error !== null && isRefusal(save.error, 'settings_changed')
  async function submit() {
    const outcome = await save.attempt({
      changes,
      seen,
      on_hits: choice,
      fingerprint: outside.fingerprint,
      ...(choice === 'cancel' ? { reason } : {}),
    })
    if (!outcome || !('answer' in outcome)) return
    const { settings, run_id } = outcome.answer
    onSaved(settings)
    if (run_id) void navigate({ search: { section: 'closures', run: run_id } })
  }
  if (isLate) {
    return (
      <ChangedMeanwhile
        error={save.error}
        onGoOn={async () => {
          onChangedMeanwhile(await queryClient.fetchQuery(facilitySettingsQuery))
          onClose()
        }}
      />
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <dl className={classes.changes}>
        {preview.changes.map(({ label, from, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <del>{from}</del>
              <span className={classes.hidden}> becomes </span>
              <span aria-hidden> → </span>
              <ins>{to}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {preview.changes.length === 0 && <p className={dialogContent.text}>Nothing has changed.</p>}
      {preview.shown.length > 0 && (
        <p className={classes.shownAt}>
          <strong>Customers see it here:</strong> {preview.shown.join(' · ')}
        </p>
      )}
      {preview.warnings.map((warning) => (
        <p key={warning} className={dialogContent.notice}>
          {warning}
        </p>
      ))}
      {outside.hits.length > 0 && (
        <>
          <p className={dialogContent.text}>These are booked at times you’d be closed:</p>
          <HitChoice hits={outside} choice={choice} onChoose={setChoice} kept="Keep Them" />
          {choice === 'cancel' && (
            <TextInput
              className={classes.reason ?? ''}
              label="What Customers Are Told"
              size="md"
              required
              withAsterisk={false}
              maxLength={200}
              placeholder="We close earlier on Tuesdays from now on."
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </>
      )}
      <AttemptError error={save.error} button="Save Changes" />
      <div className={dialogContent.buttons}>
        <Button
          type="submit"
          color="stitch.6"
          loading={save.isPending}
          disabled={preview.changes.length === 0}
        >
          Save Changes
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          Keep Editing
        </Button>
      </div>
    </form>
  )
}
