import { Button } from '@mantine/core'
import { Text } from '../ui/layout.tsx'
import classes from './LoadProblem.module.css'

interface LoadProblemProps {
  /** Completes 'Failed to load your …'. */
  what: string
  error: Error
  onRetry: () => void
}

/** In place of the customer's own data that did not load. */
export function LoadProblem({ what, error, onRetry }: LoadProblemProps) {
  return (
    <div role="alert" className={classes.problem}>
      <Text below="md">
        Failed to load your {what}: {error.message}
      </Text>
      <Button color="stitch.6" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}

/** Asks again for what failed, and only for that. */
export function retryFailed(
  ...queries: readonly { readonly error: Error | null; readonly refetch: () => Promise<unknown> }[]
): void {
  for (const query of queries) if (query.error) void query.refetch()
}
