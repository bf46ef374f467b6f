import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SignInLink } from '../../components/SignInLink.tsx'
import { WithPhone } from '../../components/WithPhone.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import type { CampDialog } from './campProblem.ts'

const titles: Readonly<Record<CampDialog['kind'], string>> = {
  login: 'Login Required',
  registered: 'Registration Successful!',
  already: 'Already Registered',
  failed: 'Registration Failed',
  payment: 'Payment Error',
}

interface CampDialogsProps {
  dialog: CampDialog | null
  onClose: () => void
}

/** What the camp's page tells: how registering ended, or that one must be logged in (spec 2 §4, §5, §8). */
export function CampDialogs({ dialog, onClose }: CampDialogsProps) {
  return (
    <Dialog opened={dialog !== null} onClose={onClose} title={dialog ? titles[dialog.kind] : ''}>
      {dialog && (
        <>
          <p className={dialogContent.text} {...('message' in dialog ? { role: 'alert' } : {})}>
            <WithPhone text={textOf(dialog)} />
          </p>
          <div className={dialogContent.buttons}>
            <WayOn dialog={dialog} />
            <Button variant="default" onClick={onClose}>
              {closeLabel(dialog)}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function textOf(dialog: CampDialog): string {
  switch (dialog.kind) {
    case 'login':
      return 'You need to be logged in to register for this camp.'
    case 'registered':
      return dialog.free ? 'See you at the camp!' : 'You will pay on arrival. See you at the camp!'
    case 'already':
      return 'You are already registered for this camp!'
    case 'failed':
      return dialog.unsure
        ? `${dialog.message} Pressing the button again cannot register you twice.`
        : dialog.message
    case 'payment':
      return dialog.message
  }
}

function WayOn({ dialog }: { dialog: CampDialog }) {
  if (dialog.kind === 'login') {
    return <SignInLink className={dialogContent.main}>Login / Sign Up</SignInLink>
  }
  if (dialog.kind !== 'registered') return null
  return (
    <Link to={'/account' as string} search={{ tab: 'camps' }} className={dialogContent.main}>
      View My Camps
    </Link>
  )
}

function closeLabel({ kind }: CampDialog): string {
  if (kind === 'login') return 'Cancel'
  return kind === 'registered' ? 'Done' : 'Close'
}
