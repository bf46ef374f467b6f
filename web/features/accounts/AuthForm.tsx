import { Title } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { authTitles, pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { useSession } from '../../api/session.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { Preloaded } from '../../ui/preloadable.tsx'
import classes from './AuthPage.module.css'
import { texts } from './accountTexts.ts'
import { passwordRecovery, signUpForm } from './authForms.ts'
import { ownPath } from './authSearch.ts'
import type { AuthNotice } from './FormNotice.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useRecovery } from './useRecovery.ts'
import { keepWaiting, useWaitingSignUp, type WaitingSignUp } from './useWaitingSignUp.ts'

type View = 'sign-in' | 'sign-up' | 'request-reset' | 'new-password'

const route = getRouteApi('/_site/auth')
const headings: Record<View, string> = {
  'sign-in': pageTitles['/auth'],
  'sign-up': authTitles.signup,
  'request-reset': authTitles['reset-password'],
  'new-password': 'Set New Password',
}
const oldLink: AuthNotice = { kind: 'error', text: texts.confirmationInvalid }
/** In milliseconds: how long 'Password updated' is shown before the sign-in form returns (spec 1 §9). */
const returnDelay = 3_000

/** What is in the card of `/auth`: the heading, and the form that the address or a mailed link asks for. */
export default function AuthForm() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const recovery = useRecovery()
  const view = viewOf(search.mode, recovery.stage)
  const heading = view === 'new-password' && recovery.invited ? texts.choosePassword : headings[view]
  const [told, setTold] = useState<{ view: View; notice: AuthNotice }>()
  const waiting = useWaitingSignUp(view === 'sign-in')
  const notice =
    told?.view === view ? told.notice : (recovery.notice ?? (search.error ? oldLink : waitingNotice(waiting)))

  usePageTitle(heading)
  const title = useFocusOnOther(view)
  const [resetSent, setResetSent] = useState(false)
  // The mailed link was followed and someone signed in with the new password: in this tab, too, it goes on.
  const leaves = view === 'sign-in' || view === 'sign-up' || (view === 'request-reset' && resetSent)
  useLeaveWhenSignedIn(leaves, ownPath(search.redirect) ?? '/')

  const showSignIn = (email: string) => {
    setTold(undefined)
    recovery.end()
    const { redirect } = search
    void navigate({
      to: '/auth',
      search: { mode: 'login', ...(redirect ? { redirect } : {}) },
      state: { email },
    })
  }
  const { start: returnSoon } = useTimeout(() => showSignIn(recovery.email), returnDelay)

  return (
    <>
      <Title ref={title} id="auth-heading" order={1} tabIndex={-1} className={classes.heading}>
        {heading}
      </Title>
      {view === 'sign-in' && <SignInForm notice={notice} waiting={waiting} />}
      {view === 'sign-up' && (
        <Preloaded
          part={signUpForm}
          props={{
            onCreated: (email) => {
              keepWaiting(email)
              showSignIn(email)
            },
          }}
        />
      )}
      {(view === 'request-reset' || view === 'new-password') && (
        <Preloaded
          part={passwordRecovery}
          props={{
            recovery,
            notice,
            onSent: () => setResetSent(true),
            onUpdated: () => {
              const text = recovery.invited ? texts.passwordChosen : texts.passwordUpdated
              setTold({ view: 'new-password', notice: { kind: 'success', text } })
              returnSoon()
            },
          }}
        />
      )}
    </>
  )
}

function viewOf(mode: string | undefined, stage: 'none' | 'open' | 'refused'): View {
  if (stage === 'open') return 'new-password'
  if (mode === 'reset-password') return 'request-reset'
  return mode === 'signup' ? 'sign-up' : 'sign-in'
}

function waitingNotice({ email, confirmed }: WaitingSignUp): AuthNotice | undefined {
  if (confirmed) return { kind: 'success', text: texts.confirmedElsewhere }
  return email === null ? undefined : { kind: 'success', text: texts.confirmationSent(email) }
}

/** Another form than the first begins at its heading. */
function useFocusOnOther(view: View) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view) title.current?.focus()
    shown.current = view
  }, [view])
  return title
}

/** Leaves the page once the person is signed in, here or in another tab (spec 1 §2.1). */
function useLeaveWhenSignedIn(here: boolean, destination: string): void {
  const signedIn = useSession().status === 'signed-in'
  const { history } = useRouter()
  useEffect(() => {
    if (here && signedIn) history.replace(destination)
  }, [here, signedIn, destination, history])
}
