import { type ReactNode, useRef } from 'react'
import { useFocusOnNavigation } from '../useFocusOnNavigation.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import classes from './SiteFrame.module.css'
import { SiteHeader } from './SiteHeader.tsx'

/** The public site around a page: skip link, header, the page, footer. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <SiteHeader />
      <OfflineBanner />
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
