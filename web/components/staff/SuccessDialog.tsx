import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'

interface SuccessDialogProps {
  /** What was done; undefined: the dialog is closed. */
  message: string | undefined
  onClose: () => void
  /** What else can be done, beside OK. */
  children?: ReactNode
}

/** Confirms an action that has succeeded (spec 3 §2, Coach dashboard). */
export const SuccessDialog = ({ message, onClose, children }: SuccessDialogProps) => (
  <Dialog opened={message !== undefined} onClose={onClose} title="Success!">
    <p className={dialogContent.text}>{message}</p>
    <div className={dialogContent.buttons}>
      <Button color="stitch.6" onClick={onClose}>
        OK
      </Button>
      {children}
    </div>
  </Dialog>
)
