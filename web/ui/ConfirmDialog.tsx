import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { Actions, Text } from './layout.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  text?: string
  /** What the change would do, where a sentence is not enough. */
  children?: ReactNode
  label: string
  /** The other button, where 'Cancel' would be taken for the change itself. */
  dismissLabel?: string
  /** Does not close the dialog: a change that may fail closes it once it is made. */
  onConfirm: () => void
  onClose: () => void
  isPending?: boolean
  /** Nothing can be confirmed yet, or at all. */
  disabled?: boolean
}

/** Asks for confirmation before a change that others may notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, children, label, onConfirm, onClose } = props
  const { isPending = false, disabled = false, dismissLabel = 'Cancel' } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {text && <Text below="lg">{text}</Text>}
      {children}
      <Actions>
        <Button data-danger color="stitch.6" loading={isPending} disabled={disabled} onClick={onConfirm}>
          {label}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          {dismissLabel}
        </Button>
      </Actions>
    </Dialog>
  )
}
