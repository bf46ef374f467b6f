import { Button, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionAudienceQuery } from '../../../api/queries/reminders.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { useFocusOnShow } from '../../../ui/useFocusOnShow.ts'
import { type Form as FormState, useForm } from '../../form/useForm.ts'
import { AttemptError } from '../AttemptError.tsx'
import { Foot, Form } from '../form/Form.tsx'
import { Audience } from './Audience.tsx'
import classes from './Reminders.module.css'
import { messageLabel, type ReminderTarget, targetFields } from './ReminderTarget.ts'
import { RunProgress, type SentRun } from './RunProgress.tsx'
import { SentToday } from './SentToday.tsx'
import { useRunTitle } from './useRunTitle.ts'
import { useSendRun } from './useSendRun.ts'

/** What is being written. */
interface MessageDraft {
  readonly subject: string
  readonly text: string
}
const noDraft: MessageDraft = { subject: '', text: '' }

const LONGEST_SUBJECT = 150
const LONGEST_TEXT = 5_000

interface MessageEveryoneDialogProps extends ReminderTarget {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Recipients first, then subject and text, a look at the mail, and how far it is. */
export function MessageEveryoneDialog({ opened, onClose, ...target }: MessageEveryoneDialogProps) {
  const [sent, setSent] = useState<SentRun>()
  const [preview, setPreview] = useState<MessageDraft>()
  const runTitle = useRunTitle(sent?.runId)
  // Here, so that what is typed stays when the dialog is closed.
  const form = useForm({
    values: noDraft,
    check: ({ subject, text }) => ({
      ...(subject.trim() === '' && { subject: 'Please write a subject.' }),
      ...(text.trim() === '' && { text: 'Please write a message.' }),
    }),
    send: (draft, once) => once('POST /api/session-messages/preview', { ...draft, ...targetFields(target) }),
    onDone: setPreview,
    staysOpen: true,
  })
  const close = () => {
    setSent(undefined)
    setPreview(undefined)
    form.replace(form.values)
    form.forgetProblem()
    onClose()
  }
  const title = runTitle ?? (preview ? 'Check the Message' : messageLabel(target.about, target.alsoIds))
  return (
    <Dialog opened={opened} onClose={close} title={title} step={sent?.runId ?? ''} long>
      {sent ? (
        <RunProgress {...sent} onClose={close} />
      ) : preview ? (
        <Check
          {...target}
          draft={form.values}
          preview={preview}
          onBack={() => setPreview(undefined)}
          onSent={(run) => {
            form.replace(noDraft)
            setPreview(undefined)
            setSent(run)
          }}
        />
      ) : (
        <Write
          {...target}
          form={form}
          onOpenRun={(runId) => setSent({ runId, undo: null })}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

const audienceQuery = ({ about, aboutId, alsoIds }: ReminderTarget) =>
  sessionAudienceQuery(about, aboutId, alsoIds)

interface WriteProps extends ReminderTarget {
  readonly form: FormState<MessageDraft>
  readonly onOpenRun: (runId: string) => void
  readonly onClose: () => void
}

function Write({ form, onOpenRun, onClose, ...target }: WriteProps) {
  const read = useQuery(audienceQuery(target))
  if (read.error) return <ErrorAlert error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton height={320} />
  return (
    <Form
      form={form}
      label="Write a message"
      submit="Preview"
      isIncomplete={read.data.recipients.length === 0}
      onCancel={onClose}
    >
      <div>
        <Text below="lg">
          About <strong>{target.title}</strong>. Everyone gets one email.
        </Text>
        <Audience audience={read.data} onOpenRun={onOpenRun} />
      </div>
      <TextInput label="Subject" maxLength={LONGEST_SUBJECT} {...form.field('subject')} />
      <Textarea
        label="Message"
        description={`It begins with “Hi” and their name. ${(LONGEST_TEXT - form.values.text.length).toLocaleString('en-US')} characters left.`}
        rows={7}
        maxLength={LONGEST_TEXT}
        {...form.field('text')}
      />
    </Form>
  )
}

interface CheckProps extends ReminderTarget {
  readonly draft: MessageDraft
  readonly preview: MessageDraft
  readonly onBack: () => void
  readonly onSent: (run: SentRun) => void
}

function Check({ draft, preview, onBack, onSent, ...target }: CheckProps) {
  const { data } = useQuery(audienceQuery(target))
  const { earlier, press, isPending, error } = useSendRun({
    send: (choice, once) => {
      const json = { ...targetFields(target), ...draft, ...choice }
      return once('POST /api/session-messages', json)
    },
    onSent,
  })
  const count = data?.recipients.length ?? 0
  // The dialog may have been scrolled to the form's end.
  const top = useFocusOnShow<HTMLParagraphElement>()
  if (earlier) return <SentToday {...{ earlier, isPending, error }} onRepeat={press} onClose={onBack} />
  return (
    <>
      <Text below="lg" tabIndex={-1} ref={top}>
        {count === 1 ? 'As it will be read:' : `As the first of ${count} will read it:`}
      </Text>
      <section className={classes.mail} aria-label="Preview">
        <h3>{preview.subject}</h3>
        <p>{preview.text}</p>
      </section>
      <Foot problem={<AttemptError error={error} button="Send" failure="Failed to send the message." />}>
        <Button color="stitch.6" loading={isPending} disabled={count === 0} onClick={() => press()}>
          {count === 1 ? 'Send to 1 Person' : `Send to ${count} People`}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onBack}>
          Back to the Message
        </Button>
      </Foot>
    </>
  )
}
