import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type Session, useSession } from '../../api/session.ts'
import { SignInLink } from '../../components/SignInLink.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { Text } from '../../ui/layout.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { type AskedItem, AskedItemContext } from '../changes/askedItem.ts'
import { ReturnFromPayment } from '../payments/ReturnFromPayment.tsx'
import classes from './AccountList.module.css'
import { ListPending } from './AccountList.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { type AccountSearch, accountTitle } from './accountSearch.ts'

/** The customer's account: bookings and registrations, payments, profile (spec 2 §2). */
export function AccountPage({ search }: { search: AccountSearch }) {
  const session = useSession()
  // After a sign-out the home page is loading: nothing is denied then.
  const leaving = useLocation({ select: ({ pathname }) => pathname !== '/account' })
  const wasSignedIn = useWasSignedIn(session.status)
  usePageTitle(accountTitle(search.tab ?? 'overview'))
  const asked = useAsked(search)
  const name = session.status === 'signed-in' ? session.profile.full_name : undefined
  return (
    <>
      <PageBanner title="My Account" tagline={name} />
      {session.status === 'signed-in' && (
        <>
          <ReturnFromPayment />
          <AskedItemContext value={asked}>
            <AccountTabs tab={search.tab ?? 'overview'} profile={session.profile} />
          </AskedItemContext>
        </>
      )}
      {session.status === 'signed-out' && !leaving && wasSignedIn && <AccessDenied />}
      {(session.status === 'loading' || (session.status === 'signed-out' && (leaving || !wasSignedIn))) && (
        <div className={classes.page}>
          <ListPending what="account" />
        </div>
      )}
    </>
  )
}

/** What a link names, until its dialog is closed; then the address names only the card. */
function useAsked({ tab, item, change }: AccountSearch): AskedItem | null {
  const navigate = useNavigate()
  return useMemo(() => {
    if (item === undefined) return null
    const onDone = () => {
      if (change) void navigate({ to: '/account', search: { tab, item }, replace: true, resetScroll: false })
    }
    return { id: item, change, onDone }
  }, [tab, item, change, navigate])
}

/**
 * Whether someone has been signed in on this page. A visitor who arrives signed out is redirected to /auth (spec 1
 * §2.1).
 */
function useWasSignedIn(status: Session['status']): boolean {
  const navigate = useNavigate()
  const href = useLocation({ select: (location) => location.href })
  // The path when the page was opened: during the redirect to /auth the address differs.
  const [redirect] = useState(href)
  const [was, setWas] = useState(status === 'signed-in')
  if (status === 'signed-in' && !was) setWas(true)
  const isVisitor = status === 'signed-out' && !was
  useEffect(() => {
    if (isVisitor) void navigate({ to: '/auth', search: { mode: 'login', redirect }, replace: true })
  }, [isVisitor, navigate, redirect])
  return was
}

/** In place of the account once the session has ended (spec 2 §2). */
function AccessDenied() {
  return (
    <div className={classes.page}>
      <section className={classes.empty} role="alert">
        <h2 className={classes.title}>Access Denied</h2>
        <Text below="md" className={classes.line}>
          You must be logged in to see your account.
        </Text>
        <SignInLink className={classes.action}>Login</SignInLink>
      </section>
    </div>
  )
}
