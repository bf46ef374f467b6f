import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface SignInLinkProps {
  className?: string | undefined
  onClick?: () => void
  children: ReactNode
}

/** The way to the sign-in page, which leads back to where the person is now. */
export function SignInLink({ className, onClick, children }: SignInLinkProps) {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <Link
      to={'/auth' as string}
      search={{ mode: 'login', redirect: here }}
      className={className}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </Link>
  )
}
