import { Button } from '@mantine/core'
import { SignInChoice } from '../../components/SignInLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { Actions, Text } from '../../ui/layout.tsx'

interface LoginRequiredProps {
  opened: boolean
  onClose: () => void
  /** The person goes to the sign-in page. */
  onLeave: () => void
}

/** Says that booking needs an account (spec 1 §2.4, §5). */
export default function LoginRequired({ opened, onClose, onLeave }: LoginRequiredProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Login Required">
      <Text below="lg">You must be logged in to book. We’ll keep your selection.</Text>
      <Actions>
        <SignInChoice classNames={dialogContent} onLeave={onLeave} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </Dialog>
  )
}
