import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { PagePending } from './surfaces/PagePending.tsx'
import { RouteError } from './surfaces/RouteError.tsx'

/** The routes with what every page has: the query cache in its loaders, a skeleton, an error that says what to do. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
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
  }
}
