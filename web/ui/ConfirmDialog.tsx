import { Button } from '@mantine/core'
import { Dialog } from './Dialog.tsx'
import dialogContent from './dialogContent.module.css'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  text: string
  label: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before a change that others may notice. */
export function ConfirmDialog({ opened, title, text, label, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <p className={dialogContent.text}>{text}</p>
      <div className={dialogContent.buttons}>
        <Button
          color="stitch.6"
          onClick={() => {
            onConfirm()
            onClose()
          }}
        >
          {label}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
