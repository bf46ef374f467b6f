import { Button } from '@mantine/core'
import dialogClasses from '../../bookings/BookingModal.module.css'
import { BookingModal } from '../../bookings/BookingModal.tsx'

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
    <BookingModal opened={opened} onClose={onClose} title={title}>
      <p className={dialogClasses.text}>{text}</p>
      <div className={dialogClasses.buttons}>
        <Button
          color="stitch.6"
          onClick={() => {
            onYes()
            onClose()
          }}
        >
          {label}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
      </div>
    </BookingModal>
  )
}
