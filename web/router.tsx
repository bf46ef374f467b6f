import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { addStaffRoutesTo } from './staffRoutes.ts'
import { PagePending, type PageShape } from './surfaces/PagePending.tsx'
import { RouteError } from './surfaces/RouteError.tsx'
import { hydration } from './ui/hydration.ts'

/** The routes with what every page has: the query cache in its loaders, a skeleton, an error that says what to do. */
export function createAppRouter(queryClient: QueryClient, server?: { history: RouterHistory; now: Date }) {
  const router = createRouter({
    routeTree,
    ...(server && { history: server.history }),
    context: { queryClient, now: () => server?.now ?? new Date() },
    defaultPreload: 'intent',
    // The query cache decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RouteError,
    // A page that came as HTML stays where the browser, or a finger, has put it.
    scrollRestoration: import.meta.env.SSR ? false : () => hydration.done,
  })
  addStaffRoutesTo(router)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /**
     * The page's name in the browser's tab, from `pageTitles`; the facility's name follows it. Home has none, and
     * null stands for a page that names itself with `usePageTitle`.
     */
    title?: string | null
    /** Whether strangers see the page, so that the server renders it (web/server.tsx). */
    isPublic?: true
    /** What is in for the page while it is on its way; by default a title over text. */
    shape?: PageShape
  }
}
