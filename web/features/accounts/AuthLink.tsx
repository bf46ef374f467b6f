import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './AuthPage.module.css'
import type { AuthSearch } from './authSearch.ts'

const route = getRouteApi('/_site/auth')

interface AuthLinkProps {
  mode: NonNullable<AuthSearch['mode']>
  onClick?: () => void
  children: ReactNode
}

/** Leads to another of the account forms and keeps where to go after signing in. */
export function AuthLink({ mode, onClick, children }: AuthLinkProps) {
  const { redirect } = route.useSearch()
  return (
    <Link
      to="/auth"
      search={{ mode, ...(redirect ? { redirect } : {}) }}
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
