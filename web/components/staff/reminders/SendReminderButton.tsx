import { Button, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionAudienceQuery } from '../../../api/queries/reminders.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Actions, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { AttemptError } from '../AttemptError.tsx'
import { Audience } from './Audience.tsx'
import { inDays, type ReminderTarget } from './ReminderTarget.ts'
import { RunProgress, type SentRun } from './RunProgress.tsx'
import { SentToday } from './SentToday.tsx'
import { useRunTitle } from './useRunTitle.ts'
import { useSendRun } from './useSendRun.ts'

interface SendReminderButtonProps extends ReminderTarget {
  readonly about: 'camp' | 'class'
  /** Registrations that are not canceled: with none there is nobody to remind (spec 3 §5). */
  readonly count: number
}

/** Reminds everybody of a camp or class session, with its dialog: who gets it, how far it is, and the summary. */
export function SendReminderButton({ count, ...target }: SendReminderButtonProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBell size={20} aria-hidden />}
        disabled={count === 0}
        onClick={() => setOpened(true)}
      >
        Send Reminder
      </Button>
      <SendReminderDialog opened={opened} {...target} onClose={() => setOpened(false)} />
    </>
  )
}

type SendReminderDialogProps = ReminderTarget & {
  about: 'camp' | 'class'
  opened: boolean
  onClose: () => void
}

function SendReminderDialog({ opened, onClose, ...target }: SendReminderDialogProps) {
  const [sent, setSent] = useState<SentRun>()
  const title = useRunTitle(sent?.runId)
  const close = () => {
    setSent(undefined)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title ?? 'Send Reminder'} step={sent?.runId ?? ''} long>
      {sent ? (
        <RunProgress {...sent} onClose={close} />
      ) : (
        <AskFirst target={target} onSent={setSent} onClose={close} />
      )}
    </Dialog>
  )
}

interface AskFirstProps {
  target: ReminderTarget & { about: 'camp' | 'class' }
  onSent: (sent: SentRun) => void
  onClose: () => void
}

function AskFirst({ target, onSent, onClose }: AskFirstProps) {
  const { about, aboutId } = target
  const read = useQuery(sessionAudienceQuery(about, aboutId))
  const { earlier, press, isPending, error } = useSendRun({
    send: (choice, once) => {
      if (about === 'camp') {
        const json = { campId: aboutId, ...choice }
        return once('POST /api/camp-reminders', json)
      }
      const json = { class_instance_id: aboutId, ...choice }
      return once('POST /api/class-reminders', json)
    },
    onSent,
  })
  if (read.error) return <ErrorAlert error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton height={220} />
  const { recipients, days_until } = read.data
  if (earlier) return <SentToday {...{ earlier, isPending, error }} onRepeat={press} onClose={onClose} />
  return (
    <>
      <Text below="lg">
        <strong>{target.title}</strong> begins {inDays(days_until)}. Each family gets one email with the times
        and the place.
      </Text>
      <Audience audience={read.data} onOpenRun={(runId) => onSent({ runId, undo: null })} />
      <AttemptError error={error} button="Send Reminder" failure="Failed to send reminder emails." />
      <Actions>
        <Button
          color="stitch.6"
          loading={isPending}
          disabled={recipients.length === 0}
          onClick={() => press()}
        >
          {recipients.length === 1 ? 'Send 1 Reminder' : `Send ${recipients.length} Reminders`}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </>
  )
}
