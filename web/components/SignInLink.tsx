import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface SignInLinkProps {
  /** What the page begins with; signing in unless told otherwise. */
  mode?: 'login' | 'signup'
  className?: string | undefined
  onClick?: () => void
  children: ReactNode
}

/** The way to the sign-in page, which leads back to where the person is now. */
export function SignInLink({ mode = 'login', className, onClick, children }: SignInLinkProps) {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <Link
      to="/auth"
      search={{ mode, redirect: here }}
      className={className}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </Link>
  )
}
