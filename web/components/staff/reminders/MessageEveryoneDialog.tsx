import { Button, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fieldProblem } from '../../../api/apiError.ts'
import { sessionAudienceQuery } from '../../../api/queries/reminders.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { AttemptError } from '../AttemptError.tsx'
import { Audience } from './Audience.tsx'
import classes from './Reminders.module.css'
import { messageLabel, type ReminderTarget } from './ReminderTarget.ts'
import { RunProgress, type SentRun } from './RunProgress.tsx'
import { SentToday } from './SentToday.tsx'
import { useRunTitle } from './useRunTitle.ts'
import { useSendRun } from './useSendRun.ts'

/** What is being written. */
export interface MessageDraft {
  readonly subject: string
  readonly text: string
}
export const noDraft: MessageDraft = { subject: '', text: '' }

const LONGEST_SUBJECT = 150
const LONGEST_TEXT = 5_000

interface MessageEveryoneDialogProps extends ReminderTarget {
  readonly opened: boolean
  readonly draft: MessageDraft
  readonly onDraft: (draft: MessageDraft) => void
  readonly onClose: () => void
}

/** Recipients first, then subject and text, a look at the mail, and how far it is. */
export function MessageEveryoneDialog({ opened, onClose, ...props }: MessageEveryoneDialogProps) {
  const [sent, setSent] = useState<SentRun>()
  const [preview, setPreview] = useState<MessageDraft>()
  const runTitle = useRunTitle(sent?.runId)
  const close = () => {
    setSent(undefined)
    setPreview(undefined)
    onClose()
  }
  const title = runTitle ?? (preview ? 'Check the Message' : messageLabel(props.about))
  return (
    <Dialog opened={opened} onClose={close} title={title} step={sent?.runId ?? ''} long>
      {sent ? (
        <RunProgress {...sent} onClose={close} />
      ) : preview ? (
        <Check
          {...props}
          preview={preview}
          onBack={() => setPreview(undefined)}
          onSent={(run) => {
            props.onDraft(noDraft)
            setPreview(undefined)
            setSent(run)
          }}
        />
      ) : (
        <Write
          {...props}
          onPreview={setPreview}
          onOpenRun={(runId) => setSent({ runId, undo: null })}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

type StepProps = Omit<MessageEveryoneDialogProps, 'opened' | 'onClose'>

interface WriteProps extends StepProps {
  readonly onPreview: (preview: MessageDraft) => void
  readonly onOpenRun: (runId: string) => void
  readonly onClose: () => void
}

function Write({ about, aboutId, title, draft, onDraft, onPreview, onOpenRun, onClose }: WriteProps) {
  const read = useQuery(sessionAudienceQuery(about, aboutId))
  const [missing, setMissing] = useState<Partial<MessageDraft>>({})
  const form = useRef<HTMLFormElement>(null)
  // Counts refusals: after each the focus goes to the first field that has a problem.
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const look = useAttempt({
    send: (json: MessageDraft & { about: ReminderTarget['about']; about_id: string }, once) =>
      once('POST /api/session-messages/preview', json),
  })
  async function toPreview() {
    const problems = {
      ...(draft.subject.trim() === '' && { subject: 'Please write a subject.' }),
      ...(draft.text.trim() === '' && { text: 'Please write a message.' }),
    }
    setMissing(problems)
    if (Object.keys(problems).length > 0) return setRefusals(refusals + 1)
    const outcome = await look.attempt({ ...draft, about, about_id: aboutId })
    if (outcome && 'answer' in outcome) onPreview(outcome.answer)
    else setRefusals(refusals + 1)
  }
  const problem = (field: keyof MessageDraft) => missing[field] ?? fieldProblem(look.error, field)
  if (read.error) return <ErrorAlert error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton height={320} radius="md" />
  const { recipients } = read.data
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault()
        void toPreview()
      }}
    >
      <p className={dialogContent.text}>
        About <strong>{title}</strong>. Everyone gets one email.
      </p>
      <Audience audience={read.data} onOpenRun={onOpenRun} />
      <TextInput
        size="md"
        label="Subject"
        maxLength={LONGEST_SUBJECT}
        value={draft.subject}
        error={problem('subject')}
        onChange={({ currentTarget }) => onDraft({ ...draft, subject: currentTarget.value })}
      />
      <Textarea
        size="md"
        label="Message"
        description={`It begins with “Hi” and their name. ${LONGEST_TEXT - draft.text.length} characters left.`}
        rows={7}
        maxLength={LONGEST_TEXT}
        value={draft.text}
        error={problem('text')}
        onChange={({ currentTarget }) => onDraft({ ...draft, text: currentTarget.value })}
      />
      <AttemptError error={look.error} button="Preview" />
      <div className={dialogContent.buttons}>
        <Button type="submit" color="stitch.6" loading={look.isPending} disabled={recipients.length === 0}>
          Preview
        </Button>
        <Button variant="default" disabled={look.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface CheckProps extends StepProps {
  readonly preview: MessageDraft
  readonly onBack: () => void
  readonly onSent: (run: SentRun) => void
}

function Check({ about, aboutId, draft, preview, onBack, onSent }: CheckProps) {
  const { data } = useQuery(sessionAudienceQuery(about, aboutId))
  const { earlier, press, isPending, error } = useSendRun({
    send: (choice, once) => {
      const json = { about, about_id: aboutId, ...draft, ...choice }
      return once('POST /api/session-messages', json)
    },
    onSent,
  })
  const count = data?.recipients.length ?? 0
  if (earlier) return <SentToday {...{ earlier, isPending, error }} onRepeat={press} onClose={onBack} />
  return (
    <>
      <p className={dialogContent.text}>
        {count === 1 ? 'As it will be read:' : `As the first of ${count} will read it:`}
      </p>
      <section className={classes.mail} aria-label="Preview">
        <h3>{preview.subject}</h3>
        <p>{preview.text}</p>
      </section>
      <AttemptError error={error} button="Send" failure="Failed to send the message." />
      <div className={dialogContent.buttons}>
        <Button color="stitch.6" loading={isPending} disabled={count === 0} onClick={() => press()}>
          {count === 1 ? 'Send to 1 Person' : `Send to ${count} People`}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onBack}>
          Back to the Message
        </Button>
      </div>
    </>
  )
}
