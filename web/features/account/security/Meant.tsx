import { Button } from '@mantine/core'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'

interface MeantProps {
  opened: boolean
  title: string
  text: string
  label: string
  onYes: () => void
  onClose: () => void
}

/** Asks once more before something that others may rely on. */
export function Meant({ opened, title, text, label, onYes, onClose }: MeantProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <p className={dialogContent.text}>{text}</p>
      <div className={dialogContent.buttons}>
        <Button
          color="stitch.6"
          onClick={() => {
            onYes()
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
