import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { noteFieldBases } from '../../features/drafts/fieldBases.ts'
import { useDraftsNeeded } from '../../features/drafts/useDraftsNeeded.ts'
import { hydration } from '../../ui/hydration.ts'
import { lazyExtra } from '../../ui/lazyExtra.ts'
import { useWhenIdle } from '../../ui/preloadable.tsx'
import { OfflineBanner } from '../OfflineBanner.tsx'
import { SkipLink } from '../SkipLink.tsx'
import { useFocusOnNavigation } from '../useFocusOnNavigation.ts'
import { SiteFooter } from './SiteFooter.tsx'
import classes from './SiteFrame.module.css'
import { SiteHeader } from './SiteHeader.tsx'

// Downloaded after everything that the page itself needs, and only where it is needed.
const FormDrafts = lazyExtra(async () => {
  await hydration.finished
  return import('../../features/drafts/FormDrafts.tsx')
})

/**
 * The public site around a page: skip link, header, the page, footer. Drafts of forms are kept only here: what is typed
 * on staff pages is customers' data, which must not stay on a shared device.
 */
export function SiteFrame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  useEffect(noteFieldBases, [])
  const queryClient = useQueryClient()
  useWhenIdle(
    () => void import('../offline.ts').then((offline) => offline.start(queryClient)).catch(() => undefined),
  )
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <OfflineBanner />
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter />
      <Drafts />
    </>
  )
}

/** Drafts are only of this browser, so they are not part of the page that the server has rendered. */
function Drafts() {
  const isNeeded = useDraftsNeeded()
  return <Suspense>{isNeeded && <FormDrafts />}</Suspense>
}
