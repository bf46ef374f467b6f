import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'

interface ProfileSetupProps {
  /** Leads to the dashboard. */
  onClose: () => void
}

/** The dialog of /coach-setup: the coach's own profile (spec 3 §2, Coach profile setup modal). */
export function ProfileSetup({ onClose }: ProfileSetupProps) {
  const [opened, setOpened] = useState(true)
  const close = () => {
    setOpened(false)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title="Coach Profile" long>
      {null}
    </Dialog>
  )
}
