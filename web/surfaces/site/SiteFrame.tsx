import type { ReactNode } from 'react'

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}
