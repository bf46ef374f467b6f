import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './BookingModal.module.css'

interface BookingModalProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A dialog of booking: the whole screen on a phone. Its content is gone at once on closing, not while it fades. */
export function BookingModal({ opened, onClose, title, children }: BookingModalProps) {
  const small = useMediaQuery('(width < 36em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      fullScreen={small}
      // The style element by which Mantine stops the page from scrolling has no nonce; the style sheet does it.
      lockScroll={false}
      transitionProps={{ exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close', size: 'xl' }}
      classNames={{ content: classes.content ?? '', title: classes.title ?? '' }}
    >
      {children}
    </Modal>
  )
}
