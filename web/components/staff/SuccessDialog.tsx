import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Actions, Text } from '../../ui/layout.tsx'
import { FormDialog } from './form/FormDialog.tsx'

interface SuccessDialogProps {
  /** What was done; undefined: the dialog is closed. */
  message: string | undefined
  onClose: () => void
  /** What else can be done, beside OK. */
  children?: ReactNode
}

/** Confirms an action that has succeeded (spec 3 §2, Coach dashboard). */
export const SuccessDialog = ({ message, onClose, children }: SuccessDialogProps) => (
  <FormDialog of={message} onClose={onClose} title="Success!">
    {(done, close) => (
      <>
        <Text below="lg">{done}</Text>
        <Actions>
          <Button color="stitch.6" onClick={close}>
            OK
          </Button>
          {children}
        </Actions>
      </>
    )}
  </FormDialog>
)
