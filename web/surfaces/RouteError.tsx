import { useWindowEvent } from '@mantine/hooks'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, noConnection } from '../api/apiError.ts'
import { PageProblem } from '../ui/PageMessage.tsx'

/** In place of a page that failed: what happened, and what to do now. It is tried again when the connection is back. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    // React keeps a failed download for good.
    if (failedDownloads.has(error)) return window.location.reload()
    reset()
    void router.invalidate()
  }
  useWindowEvent('online', () => {
    if (isUnreachable(error)) retry()
  })
  return <PageProblem title="This page did not load" text={textOf(error)} onRetry={retry} />
}

const isUnreachable = (error: unknown) => error instanceof Error && error.message === noConnection.message

function textOf(error: unknown): string {
  if (isUnreachable(error)) return noConnection.message
  if (!(error instanceof ApiError)) return 'Something went wrong on our side. Please try again.'
  return error.requestId
    ? `${error.message} If it keeps happening, call us and mention ${error.requestId}.`
    : error.message
}

const failedDownloads = new Set<unknown>()

/**
 * Where the code of a page cannot be loaded, the router loads the whole page again, since a newer version may have replaced
 * it. Without a connection that would take away the page that one has. The router knows such an error only by its message:
 * with another one it is shown (RouteError) and the rest of the page stays.
 */
export function keepPageOffline(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) failedDownloads.add(payload)
    else payload.message = noConnection.message
  })
}
