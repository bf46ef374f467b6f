import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import dialogContent from '../ui/dialogContent.module.css'
import classes from './RegistrationDialog.module.css'
import { WithPhone } from './WithPhone.tsx'

/** How registering for a camp or booking class sessions ended, or why it did not begin. */
export interface RegistrationOutcome {
  readonly title: string
  readonly text: string
  /** Something failed: a screen reader announces the text at once. */
  readonly failed?: boolean
  /** The sessions that it is about. */
  readonly sessions?: readonly string[]
  /** Where to go next: links, above the button that closes. */
  readonly links?: ReactNode
  /** The button that closes. */
  readonly close: 'Cancel' | 'Close' | 'Done' | 'OK'
}

interface RegistrationDialogProps {
  /** Null closes the dialog. */
  outcome: RegistrationOutcome | null
  onClose: () => void
}

/** The dialog of the camp's and the class's page (spec 2 §4, §5, §8). */
export function RegistrationDialog({ outcome, onClose }: RegistrationDialogProps) {
  return (
    <Dialog opened={outcome !== null} onClose={onClose} title={outcome?.title ?? ''}>
      {outcome && (
        <>
          <p className={classes.text} {...(outcome.failed ? { role: 'alert' } : {})}>
            <WithPhone text={outcome.text} />
          </p>
          {outcome.sessions && outcome.sessions.length > 0 && (
            <ul className={classes.sessions}>
              {outcome.sessions.map((session) => (
                <li key={session}>{session}</li>
              ))}
            </ul>
          )}
          <div className={dialogContent.buttons}>
            {outcome.links}
            <Button variant="default" onClick={onClose}>
              {outcome.close}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
