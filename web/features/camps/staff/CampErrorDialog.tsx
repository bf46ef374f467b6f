import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { isUnsure } from '../../../api/apiError.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Actions, Text } from '../../../ui/layout.tsx'

interface CampErrorDialogProps {
  /** None: the dialog is closed. */
  error: Error | null | undefined
  /** What could not be done, before the reason, e.g. 'Failed to upload image: '. */
  failure?: string
  children?: ReactNode
  onClose: () => void
  onRetry: () => void
}

/** What went wrong with a camp (spec 3 §8). */
export const CampErrorDialog = ({
  error,
  failure = '',
  children,
  onClose,
  onRetry,
}: CampErrorDialogProps) => (
  <Dialog opened={Boolean(error)} onClose={onClose} title="Oops! Something went wrong">
    <Text below="lg" role="alert">
      {failure}
      {error?.message}
      {error && isUnsure(error) && ' It may have been done. Trying again cannot do it twice.'}
    </Text>
    {children}
    <Actions>
      <Button color="stitch.6" onClick={onClose}>
        Got it
      </Button>
      <Button variant="default" onClick={onRetry}>
        Try Again
      </Button>
    </Actions>
  </Dialog>
)
