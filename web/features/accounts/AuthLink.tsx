import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './AuthPage.module.css'
import type { AuthSearch } from './authSearch.ts'

const route = getRouteApi('/_site/auth')

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that was typed in the form before. Not in the page's address, which servers and browser histories keep. */
    email?: string
  }
}

export const useTypedEmail = (): string =>
  useLocation({ select: ({ state }) => state.email ?? state.newcomer?.email ?? '' })

interface AuthLinkProps {
  mode: NonNullable<AuthSearch['mode']>
  /** As it was typed here, for the next form. */
  email?: string
  onClick?: () => void
  children: ReactNode
}

/** Leads to another of the account forms and keeps where to go after signing in. */
export function AuthLink({ mode, email, onClick, children }: AuthLinkProps) {
  const { redirect } = route.useSearch()
  return (
    <Link
      to="/auth"
      search={{ mode, ...(redirect ? { redirect } : {}) }}
      state={({ newcomer }) => ({ ...(newcomer ? { newcomer } : {}), ...(email ? { email } : {}) })}
      className={classes.link}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </Link>
  )
}

/** Has the mailed link lead back to the page that asked to sign in, whichever browser opens it. */
export function useReturnTo(): { callbackURL?: string } {
  const { redirect } = route.useSearch()
  return redirect ? { callbackURL: redirect } : {}
}
