import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { MessageEveryoneDialog } from './MessageEveryoneDialog.tsx'
import { messageLabel, type ReminderTarget } from './ReminderTarget.ts'

interface MessageEveryoneButtonProps extends ReminderTarget {
  /** Tells buttons of a list apart, e.g. the session's name; only the label without it. */
  readonly of?: string
  /** Registrations or bookings that are not canceled. */
  readonly count: number
}

/** Writes to everybody of a camp, class session, lesson or cage booking. What was typed stays when the dialog is closed. */
export function MessageEveryoneButton({ count, of, ...target }: MessageEveryoneButtonProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessage size={20} aria-hidden />}
        aria-label={of && `${messageLabel(target.about)}: ${of}`}
        disabled={count === 0}
        onClick={() => setOpened(true)}
      >
        {messageLabel(target.about)}
      </Button>
      <MessageEveryoneDialog opened={opened} {...target} onClose={() => setOpened(false)} />
    </>
  )
}
