import { type HistoryState, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface SignInLinkProps {
  /** What the page begins with; signing in unless told otherwise. */
  mode?: 'login' | 'signup'
  className?: string | undefined
  onClick?: () => void
  /** What the forms begin with. */
  newcomer?: HistoryState['newcomer'] | undefined
  children: ReactNode
}

/** The two ways on where an account is needed; who is new gets the sign-up form at once. */
export function SignInChoice({ classNames, onLeave }: SignInChoiceProps) {
  return (
    <>
      <SignInLink className={classNames.main} onClick={onLeave}>
        Login / Sign Up
      </SignInLink>
      <SignInLink mode="signup" className={classNames.link} onClick={onLeave}>
        New Here? Create an Account
      </SignInLink>
    </>
  )
}

interface SignInChoiceProps {
  classNames: { main?: string | undefined; link?: string | undefined }
  /** The person goes to the sign-in page. */
  onLeave: () => void
}

/** The way to the sign-in page, which leads back to where the person is now. */
export function SignInLink({ mode = 'login', className, onClick, newcomer, children }: SignInLinkProps) {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <Link
      to="/auth"
      search={{ mode, redirect: here }}
      className={className}
      {...(onClick ? { onClick } : {})}
      {...(newcomer ? { state: { newcomer } } : {})}
    >
      {children}
    </Link>
  )
}
