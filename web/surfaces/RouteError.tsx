import { useWindowEvent } from '@mantine/hooks'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, noConnection } from '../api/apiError.ts'
import { PageProblem } from '../ui/PageMessage.tsx'

/** In place of a page that failed: what happened, and what to do now. It is tried again when the connection is back. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
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
