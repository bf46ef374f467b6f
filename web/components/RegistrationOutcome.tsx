import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import dialogContent from '../ui/dialogContent.module.css'
import { Actions, Text } from '../ui/layout.tsx'
import { WithPhone } from './WithPhone.tsx'

/** What is asked before registering for a camp or booking class sessions, or why it did not go on. */
export interface RegistrationOutcome {
  readonly title: string
  readonly text: string
  /** Something failed: a screen reader announces the text at once. */
  readonly failed?: boolean
  /** The sessions that it is about. */
  readonly sessions?: readonly string[]
  /** Where else to go next: links, above the button that closes. */
  readonly links?: ReactNode
  /** What the dialog asks for, and what is read before. */
  readonly act?: { label: string; onPress: () => void; terms?: ReactNode; isPending?: boolean }
  /** The button that closes. */
  readonly close: 'Cancel' | 'Close' | 'OK'
}

export interface RegistrationDialogProps {
  /** Null closes the dialog. */
  outcome: RegistrationOutcome | null
  onClose: () => void
}

/** What is shown of an outcome; downloaded when the browser is idle. */
export default function OutcomeDialog({ outcome, onClose }: RegistrationDialogProps) {
  return (
    <Dialog opened={outcome !== null} onClose={onClose} title={outcome?.title ?? ''}>
      {outcome && (
        <>
          <Text below="lg" {...(outcome.failed ? { role: 'alert' } : {})}>
            <WithPhone text={outcome.text} />
          </Text>
          {outcome.sessions && outcome.sessions.length > 0 && (
            <ul className={dialogContent.list}>
              {outcome.sessions.map((session) => (
                <li key={session}>{session}</li>
              ))}
            </ul>
          )}
          <Actions>
            {outcome.links}
            {outcome.act?.terms}
            {outcome.act && (
              <Button
                color="stitch.6"
                classNames={{ root: dialogContent.wrapping ?? '', label: dialogContent.wrappingLabel ?? '' }}
                loading={outcome.act.isPending ?? false}
                onClick={outcome.act.onPress}
              >
                {outcome.act.label}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {outcome.close}
            </Button>
          </Actions>
        </>
      )}
    </Dialog>
  )
}
