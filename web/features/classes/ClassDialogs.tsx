import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SignInLink } from '../../components/SignInLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import classes from './ClassDialogs.module.css'
import type { ClassProblem } from './classProblem.ts'
import { sessionName } from './sessionName.ts'

/** Nothing is chosen, nobody is signed in, sessions that cost nothing are booked, or what went wrong. */
export type ClassDialog = 'none' | 'login' | 'booked' | ClassProblem

interface ClassDialogsProps {
  dialog: ClassDialog | null
  onClose: () => void
  /** The person goes away to sign in. */
  onLeaveToSignIn: () => void
}

/** Why a booking did not begin (spec 2 §5, §8), or that it is made without a payment. */
export function ClassDialogs({ dialog, onClose, onLeaveToSignIn }: ClassDialogsProps) {
  return (
    <Dialog opened={dialog !== null} onClose={onClose} title={titleOf(dialog)}>
      {dialog === 'login' && <LoginRequired onLeave={onLeaveToSignIn} onClose={onClose} />}
      {dialog === 'booked' && <Booked onClose={onClose} />}
      {dialog === 'none' && (
        <Notice onClose={onClose}>
          <p className={classes.text}>Please select at least one session to book.</p>
        </Notice>
      )}
      {dialog !== null && typeof dialog === 'object' && (
        <Notice onClose={onClose}>
          <p role="alert" className={classes.text}>
            {dialog.message}
          </p>
          {dialog.sessions.length > 0 && (
            <ul className={classes.sessions}>
              {dialog.sessions.map((session) => (
                <li key={session.id}>{sessionName(session)}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </Dialog>
  )
}

function titleOf(dialog: ClassDialog | null): string {
  if (dialog === null) return ''
  if (dialog === 'none') return 'No Sessions Selected'
  if (dialog === 'booked') return 'Booking Confirmed!'
  return dialog === 'login' ? 'Authentication Required' : dialog.title
}

function Booked({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p className={classes.text}>There is nothing to pay. See you in class!</p>
      <div className={dialogContent.buttons}>
        <Link to={'/account' as string} search={{ tab: 'classes' }} className={dialogContent.main}>
          View My Classes
        </Link>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  )
}

function Notice({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <>
      {children}
      <div className={dialogContent.buttons}>
        <Button variant="default" onClick={onClose}>
          OK
        </Button>
      </div>
    </>
  )
}

function LoginRequired({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  return (
    <>
      <p className={classes.text}>
        You need to be logged in to book a class. What you have chosen is kept meanwhile.
      </p>
      <div className={dialogContent.buttons}>
        <SignInLink className={dialogContent.main} onClick={onLeave}>
          Log In
        </SignInLink>
        <SignInLink mode="signup" className={dialogContent.link} onClick={onLeave}>
          Sign Up
        </SignInLink>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}
