import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './authForm.module.css'
import type { AuthSearch } from './authSearch.ts'

const route = getRouteApi('/_site/auth')

/** Leads to another of the account forms, keeping where to go after signing in. */
export function AuthLink(props: {
  mode: NonNullable<AuthSearch['mode']>
  onClick?: () => void
  children: ReactNode
}) {
  const { redirect } = route.useSearch()
  const { mode, onClick, children } = props
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
