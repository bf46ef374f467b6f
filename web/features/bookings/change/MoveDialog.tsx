import { type ReactNode, useState } from 'react'
import { BookingModal } from '../BookingModal.tsx'
import type { ChangeDialogProps } from './ChangeMenu.tsx'

interface MoveDialogProps extends Pick<ChangeDialogProps, 'opened' | 'onClose'> {
  /** 'booking' or 'lesson'. */
  noun: string
  /** The conversation with the server; the dialog stays open while an answer is awaited. */
  moving: { isPending: boolean; forgetProblem: () => void }
  steps: (dialog: { onMoved: () => void; onClose: () => void }) => ReactNode
}

/** The dialog in which something is moved, from choosing the time to the good news. */
export function MoveDialog({ opened, onClose, noun, moving, steps }: MoveDialogProps) {
  const [moved, setMoved] = useState(false)
  function leave() {
    if (moving.isPending) return
    setMoved(false)
    moving.forgetProblem()
    onClose()
  }
  return (
    <BookingModal
      opened={opened}
      onClose={leave}
      title={moved ? `Your ${noun} is moved` : `Move your ${noun}`}
      long
      wide={!moved}
    >
      {steps({ onMoved: () => setMoved(true), onClose: leave })}
    </BookingModal>
  )
}
