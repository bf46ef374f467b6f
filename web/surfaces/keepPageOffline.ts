import { noConnection } from '../api/apiError.ts'

/**
 * Where the code of a page cannot be loaded, the router loads the whole page anew, since a newer version may have replaced
 * it. Without a connection that would take away the page that one has. The router knows such an error by its message alone:
 * with another one it is shown (RouteError) and the rest of the page stays.
 */
export function keepPageOffline(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!navigator.onLine) payload.message = noConnection.message
  })
}
