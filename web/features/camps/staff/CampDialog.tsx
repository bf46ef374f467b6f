import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newCamp, type StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { refreshCamps, staffCampQuery } from '../../../api/queries/staffCamps.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { type Tell, TellFields, tellRequest } from '../../../components/staff/TellFields.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { BannerField } from './BannerField.tsx'
import { CampErrorDialog } from './CampErrorDialog.tsx'
import { BasicFields, type CampErrors, CoachFields, SaleFields, TextFields } from './CampFields.tsx'
import classes from './CampForm.module.css'
import { ConflictList } from './ConflictList.tsx'
import { clearDraft, readDraft, saveDraft } from './campDraft.ts'
import {
  type CampChange,
  type CampValues,
  canSave,
  changesToTell,
  emptyCamp,
  requestOf,
  valuesBefore,
  valuesOf,
} from './campForm.ts'
import { conflictsOf, currentOf, problemsIn } from './campProblems.ts'
import { TimeslotFields } from './TimeslotFields.tsx'

interface CampDialogProps {
  /** 'new', or the camp that is changed; undefined: the dialog is closed. */
  camp: StaffCamp | 'new' | undefined
  /** The save that is to be changed back: the form begins with the values of before it. */
  back?: CampChange | undefined
  onClose: () => void
  /** `change`: of a camp that was there before. */
  onSaved: (message: string, change?: CampChange) => void
}

/** Makes and changes a camp. What is entered for a new one is kept until it is made or canceled (spec 3 §4). */
export function CampDialog({ camp, back, onClose, onSaved }: CampDialogProps) {
  const [isDirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const isNew = camp === 'new'
  const close = () => {
    setDirty(false)
    setLeaving(false)
    onClose()
  }
  const discard = () => {
    clearDraft()
    close()
  }
  return (
    <>
      <Dialog
        opened={camp !== undefined}
        onClose={() => (isNew || !isDirty ? close() : setLeaving(true))}
        title={isNew ? 'Create New Camp' : 'Edit Camp'}
        long
        wide
      >
        {isNew && (
          <CampForm
            camp={undefined}
            onDirty={() => setDirty(true)}
            onClose={close}
            onCancel={() => (isDirty || readDraft() ? setLeaving(true) : discard())}
            onSaved={(message) => {
              clearDraft()
              setDirty(false)
              onSaved(message)
            }}
          />
        )}
        {camp && !isNew && (
          <LoadedCamp
            id={camp.id}
            back={back}
            onDirty={() => setDirty(true)}
            onClose={close}
            onCancel={() => (isDirty ? setLeaving(true) : close())}
            onSaved={(...saved) => {
              setDirty(false)
              onSaved(...saved)
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        opened={leaving}
        title={isNew ? 'Discard This Draft?' : 'Leave Without Saving?'}
        text={
          isNew
            ? 'What you have entered for this camp is deleted. Finish Later keeps it.'
            : 'What you have changed in this camp is not saved.'
        }
        label={isNew ? 'Discard Draft' : 'Discard Changes'}
        dismissLabel="Keep Editing"
        onConfirm={isNew ? discard : close}
        onClose={() => setLeaving(false)}
      />
    </>
  )
}

type FormEvents = Pick<CampFormProps, 'onClose' | 'onCancel' | 'onSaved' | 'onDirty'>

/** What the list has may be old: the form starts with the camp of now. */
function LoadedCamp({ id, back, ...events }: { id: string; back: CampChange | undefined } & FormEvents) {
  const read = useQuery(staffCampQuery(id))
  if (read.error && !read.data) return <ErrorAlert error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data || !read.isFetchedAfterMount) return <Skeleton height={480} radius="md" />
  return <CampForm key={id} camp={read.data} back={back} {...events} />
}

interface CampFormProps {
  /** None: a new one is made. */
  camp: StaffCamp | undefined
  back?: CampChange | undefined
  onDirty?: () => void
  onClose: () => void
  onCancel: () => void
  onSaved: CampDialogProps['onSaved']
}

function CampForm({ camp: opened, back, onDirty, onClose, onCancel, onSaved }: CampFormProps) {
  const [camp, setCamp] = useState(opened)
  const [draft] = useState(() => (opened ? null : readDraft()))
  const [isRestored, setRestored] = useState(draft !== null)
  // What someone else has saved since is not overwritten with older values.
  const [former] = useState(() => (opened?.revision === back?.saved.revision ? back?.former : undefined))
  const [values, setValues] = useState<CampValues>(() => {
    if (!opened) return draft ?? emptyCamp
    return former ? valuesBefore(former, opened) : valuesOf(opened)
  })
  const [tell, setTell] = useState<Tell>()
  const [errors, setErrors] = useState<CampErrors>({})
  const [shown, setShown] = useState<Error>()
  // Counts refusals: after each the focus goes to the first field that has a problem.
  const [refusals, setRefusals] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const isNew = opened === undefined
  useEffect(() => {
    if (isNew) saveDraft(values)
  }, [isNew, values])

  const news = camp && camp.active_registrations_count > 0 ? changesToTell(camp, values) : 'nothing'
  const telling = tell ?? { tell: news === 'matters', message: '' }
  const save = useAttempt({
    send: (current: StaffCamp | undefined, once) => {
      const json = requestOf(values)
      if (!current) return once('POST /api/admin/camps', json)
      const change = {
        ...json,
        p_camp_id: current.id,
        expected_revision: current.revision,
        ...tellRequest(news === 'nothing' ? { tell: false, message: '' } : telling),
      }
      return once('PUT /api/admin/camps', change)
    },
    refresh: refreshCamps,
  })
  const change = (part: Partial<CampValues>) => {
    setValues((before) => ({ ...before, ...part }))
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(part).map((key) => [key, undefined])),
    }))
    onDirty?.()
  }
  const problemsAt = (found: CampErrors) => {
    setErrors(found)
    setRefusals(refusals + 1)
  }

  async function submit(current = camp) {
    setShown(undefined)
    const checked = newCamp.safeParse(requestOf(values))
    if (!checked.success) return problemsAt(problemsIn(checked.error.issues))
    const outcome = await save.attempt(current)
    if (!outcome) return
    if ('answer' in outcome) {
      const change = current && { former: current, saved: outcome.answer.camp }
      return onSaved(savedText(outcome.answer, isNew), change)
    }
    const { error } = outcome
    if (isRefusal(error, 'invalid_input')) return problemsAt(problemsIn(error.details))
    if (isRefusal(error, 'camp_spots_below_taken')) return problemsAt({ max_spots: error.message })
    setShown(error instanceof Error ? error : new Error(String(error)))
  }

  const theirs = currentOf(save.error)
  const label = isNew ? 'Create Camp' : 'Save Changes'
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      aria-label={isNew ? 'New camp' : 'Edit camp'}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave(values)) void submit()
      }}
    >
      {isRestored && (
        <div className={dialogContent.notice} data-kind="processing" role="status">
          <p className={classes.noticeText}>Your draft is back.</p>
          <div className={classes.inline}>
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                setValues(emptyCamp)
                setRestored(false)
              }}
            >
              Start Over
            </Button>
          </div>
        </div>
      )}
      {back && (
        <div className={dialogContent.notice} data-kind="processing" role="status">
          <p className={classes.noticeText}>
            {former
              ? 'These are the values from before your change. Nothing is changed until you save them.'
              : 'Someone else has saved this camp since your change. It is shown as it is now.'}
            {former && former.banner_url !== values.banner_url && ' The picture stays as it is now.'}
          </p>
        </div>
      )}
      {theirs && (
        <div className={dialogContent.notice} role="alert">
          <p className={classes.noticeText}>Someone else just saved this camp. Nothing was overwritten.</p>
          <div className={classes.inline}>
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                setCamp(theirs)
                setValues(valuesOf(theirs))
                save.forgetError()
              }}
            >
              Load What They Saved
            </Button>
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                setCamp(theirs)
                void submit(theirs)
              }}
            >
              Save Mine Instead
            </Button>
          </div>
        </div>
      )}
      <BasicFields values={values} errors={errors} change={change} />
      <TimeslotFields
        values={values}
        campId={camp?.id}
        error={errors.timeslots}
        onChange={(timeslots) => change({ timeslots })}
      />
      <CoachFields values={values} errors={errors} change={change} camp={camp} />
      <SaleFields values={values} errors={errors} change={change} camp={camp} />
      <TextFields values={values} errors={errors} change={change} />
      <BannerField values={values} onChange={(banner_url) => change({ banner_url })} />
      {news !== 'nothing' && camp && (
        <fieldset className={classes.section}>
          <legend>{camp.active_registrations_count} Registered</legend>
          {news === 'price' && (
            <p className={classes.hint}>They keep the price they agreed to, so there’s little to tell.</p>
          )}
          <TellFields value={telling} onChange={setTell} who="those registered" />
        </fieldset>
      )}
      <div className={classes.foot}>
        <Button type="submit" color="stitch.6" loading={save.isPending} disabled={!canSave(values)}>
          {label}
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={onCancel}>
          Cancel
        </Button>
        {isNew && (
          <Button variant="subtle" disabled={save.isPending} onClick={onClose}>
            Finish Later
          </Button>
        )}
      </div>
      <CampErrorDialog error={shown} onClose={() => setShown(undefined)} onRetry={() => void submit()}>
        {shown && <ConflictList conflicts={conflictsOf(shown)} />}
      </CampErrorDialog>
    </form>
  )
}

function savedText({ camp, told }: { camp: StaffCamp; told: number }, isNew: boolean): string {
  const mails =
    told === 0 ? '' : told === 1 ? ' 1 message is on its way.' : ` ${told} messages are on their way.`
  if (!isNew) return `“${camp.name}” was saved.${mails}`
  return camp.published
    ? `“${camp.name}” is published.`
    : `“${camp.name}” is saved as a draft. Publish it when it is ready.`
}
