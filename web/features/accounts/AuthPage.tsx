import { useTimeout } from '@mantine/hooks'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { authTitles, pageTitles } from '../../../shared/domain/pageTitles.ts'
import { useSession } from '../../api/session.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { AuthCard } from './AuthCard.tsx'
import { texts } from './accountTexts.ts'
import { ownPath } from './authSearch.ts'
import type { AuthNotice } from './FormNotice.tsx'
import { choosePassword, NewPasswordForm, RequestResetForm } from './PasswordRecovery.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'
import { useRecovery } from './useRecovery.ts'

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

/** `/auth` (spec 1 §2.9): four forms; the address says which. */
export function AuthPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const recovery = useRecovery()
  const view = viewOf(search.mode, recovery.stage)
  const heading = view === 'new-password' && recovery.invited ? choosePassword : headings[view]
  const [told, setTold] = useState<{ view: View; notice: AuthNotice }>()
  const notice = told?.view === view ? told.notice : (recovery.notice ?? (search.error && oldLink))

  usePageTitle(heading)
  useLeaveWhenSignedIn(view === 'sign-in' || view === 'sign-up', ownPath(search.redirect) ?? '/')

  const showSignIn = (shown?: AuthNotice) => {
    setTold(shown && { view: 'sign-in', notice: shown })
    recovery.end()
    const { redirect } = search
    void navigate({ to: '/auth', search: { mode: 'login', ...(redirect ? { redirect } : {}) } })
  }
  const { start: returnSoon } = useTimeout(() => showSignIn(), returnDelay)

  return (
    <AuthCard heading={heading} view={view}>
      {view === 'sign-in' && <SignInForm notice={notice} />}
      {view === 'sign-up' && (
        <SignUpForm
          onCreated={(email) => showSignIn({ kind: 'success', text: texts.confirmationSent(email) })}
        />
      )}
      {view === 'request-reset' && <RequestResetForm notice={notice} onLeave={recovery.end} />}
      {view === 'new-password' && (
        <NewPasswordForm
          token={recovery.token}
          invited={recovery.invited}
          notice={notice}
          onLeave={recovery.end}
          onLinkRefused={recovery.refuse}
          onUpdated={() => {
            const text = recovery.invited ? texts.passwordChosen : texts.passwordUpdated
            setTold({ view: 'new-password', notice: { kind: 'success', text } })
            returnSoon()
          }}
        />
      )}
    </AuthCard>
  )
}

function viewOf(mode: string | undefined, stage: 'none' | 'open' | 'refused'): View {
  if (stage === 'open') return 'new-password'
  if (mode === 'reset-password') return 'request-reset'
  return mode === 'signup' ? 'sign-up' : 'sign-in'
}

/** Leaves the page once the person is signed in, here or in another tab (spec 1 §2.1). */
function useLeaveWhenSignedIn(here: boolean, destination: string): void {
  const signedIn = useSession().status === 'signed-in'
  const { history } = useRouter()
  useEffect(() => {
    if (here && signedIn) history.replace(destination)
  }, [here, signedIn, destination, history])
}
