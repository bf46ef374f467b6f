import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import { type ComponentType, startTransition, useEffect, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type DateLanguage, writeDatesIn } from '../shared/domain/time/timeFormat.ts'
import { createQueryClient } from './api/queryClient.ts'
import { Root } from './root.tsx'
import { createAppRouter } from './router.tsx'
import { keepPageOffline } from './surfaces/RouteError.tsx'
import { shareCspNonce } from './ui/cspNonce.ts'
import type { FirstRender } from './ui/firstRender.ts'
import { hydration } from './ui/hydration.ts'
import { keepTyped } from './ui/keepTyped.ts'

/** What a page that came as HTML says of itself, beside the HTML (web/server.tsx). */
export interface PageData {
  readonly first: FirstRender
  /** The answers that the HTML was made of. */
  readonly queries: DehydratedState
  /** The values of `style` attributes, which the policy does not allow in HTML, by number. */
  readonly styles: readonly string[]
}

type AppRouter = ReturnType<typeof createAppRouter>

/** Puts the app into the page: takes over the HTML from the server where there is some. */
export async function start(element: HTMLElement): Promise<void> {
  shareCspNonce()
  writeDatesIn(document.documentElement.lang as DateLanguage)
  keepPageOffline()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  const data = document.getElementById('page-data')
  if (!data) {
    createRoot(element).render(<Root router={router} queryClient={queryClient} first={null} />)
    return
  }
  hydration.begin()
  const page: PageData = JSON.parse(data.textContent)
  takeOverAnswers(queryClient, page.queries, Number(data.dataset.age))
  // Tells the router that its first page is on the screen.
  router.ssr = { manifest: undefined }
  await router.load()
  const [failed] = router.state.matches.filter(({ status }) => status === 'error')
  // The page can be read: it is not replaced by a message.
  if (failed) throw failed.error
  router.subscribe('onBeforeNavigate', ({ pathChanged, hrefChanged }) => {
    if (pathChanged || hrefChanged) page.first.left = true
  })
  restoreStyles(element, page.styles)
  for (const script of element.querySelectorAll('script')) script.remove()
  finishWithPage(router, element)
  holdNavigation(router)
  startTransition(() => {
    hydrateRoot(element, <Root router={router} queryClient={queryClient} first={page.first} />, {
      onUncaughtError: (error) => {
        hydration.finish()
        reportError(error)
      },
      // A part of the page that says so itself (RouteError): noted like React does by itself, not as an exception.
      onCaughtError: (error) => {
        hydration.finish()
        // biome-ignore lint/suspicious/noConsole: React's own default, which this handler replaces
        console.error(error)
      },
    })
  })
}

/**
 * @param age of the HTML when it was sent, in ms. The clocks of server and browser may differ, so an answer is as old as
 * the HTML: those that are too old for their query are asked for again at once.
 */
function takeOverAnswers(queryClient: QueryClient, queries: DehydratedState, age: number): void {
  const updatedAt = Date.now() - performance.now() - age
  for (const query of queries.queries) query.state.dataUpdatedAt = updatedAt
  hydrate(queryClient, queries)
}

/** Scripts may set styles where the policy forbids attributes. React expects what it has rendered. */
function restoreStyles(element: HTMLElement, styles: readonly string[]): void {
  for (const styled of element.querySelectorAll<HTMLElement>('[data-s]')) {
    styled.style.cssText = styles[Number(styled.dataset.s)] ?? ''
    styled.removeAttribute('data-s')
  }
}

/** The page must not stay dead, whatever goes wrong. */
const LONGEST_HYDRATION_MS = 10_000

/**
 * React hydrates the frame first and the page, which the router puts into a Suspense boundary, in a later task. Only the
 * page's own effect tells when both are done. What the page loads later tells so itself (`laterPart`).
 */
function finishWithPage(router: AppRouter, element: HTMLElement): void {
  const match = router.state.matches.at(-1)
  const options = match && router.routesById[match.routeId].options
  const Page = options?.component as ComponentType | undefined
  if (!options || !Page) {
    hydration.finish()
    return
  }
  options.component = function FirstPage() {
    useLayoutEffect(() => keepTyped(element), [])
    useEffect(hydration.proceed, [])
    return <Page />
  }
  setTimeout(hydration.finish, LONGEST_HYDRATION_MS)
}

/**
 * The router's stores have no snapshot for hydration (github.com/TanStack/router issues 8233 and 8306): a boundary that is
 * not hydrated yet when they change meets the new match with the old HTML, and React discards the page. So the address changes at
 * once, and the router follows when the page is done.
 */
function holdNavigation(router: AppRouter): void {
  const load = router.load
  let latest: Parameters<typeof load>[0]
  let waiting: Promise<void> | undefined
  router.load = (options) => {
    if (hydration.done) return load(options)
    // A navigation that follows before then must not begin at the address before.
    router.updateLatestLocation()
    latest = options
    waiting ??= hydration.finished.then(() => load(latest))
    return waiting
  }
}
