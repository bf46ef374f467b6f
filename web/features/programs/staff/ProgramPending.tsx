import { Button, Skeleton } from '@mantine/core'
import { Grid, Heading, Stack, Text } from '../../../ui/layout.tsx'
import classes from './ProgramPage.module.css'

interface ProgramPendingProps {
  error: Error | null
  /** What could not be loaded, before the reason. */
  failure: string
  onRetry: () => void
}

/** The page while it is loaded, or why there is nothing to show (spec 3 §8). */
export const ProgramPending = ({ error, failure, onRetry }: ProgramPendingProps) => (
  <Grid gap={8} className={classes.body}>
    {error ? (
      <Stack gap="sm" role="alert">
        <Heading as="h1" size="2xl" breaks className={classes.title}>
          Oops! Something went wrong
        </Heading>
        <Text>
          {failure} {error.message}
        </Text>
        <Button color="stitch.6" onClick={onRetry}>
          Try Again
        </Button>
      </Stack>
    ) : (
      <div aria-busy="true">
        <p role="status">Loading registrations...</p>
        <Skeleton height={92} />
        <Skeleton height={480} mt="md" />
      </div>
    )}
  </Grid>
)
