import { Button } from '@mantine/core'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'

interface SuccessDialogProps {
  /** What was done; undefined: the dialog is closed. */
  message: string | undefined
  onClose: () => void
}

/** Confirms an action that has succeeded (spec 3 §2, Coach dashboard). */
export const SuccessDialog = ({ message, onClose }: SuccessDialogProps) => (
  <Dialog opened={message !== undefined} onClose={onClose} title="Success!">
    <p className={dialogContent.text}>{message}</p>
    <div className={dialogContent.buttons}>
      <Button color="stitch.6" onClick={onClose}>
        OK
      </Button>
    </div>
  </Dialog>
)
