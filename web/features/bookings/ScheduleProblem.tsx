import { Button } from '@mantine/core'
import { useSession } from '../../api/session.ts'
import { SignInLink } from '../../components/SignInLink.tsx'
import { Text, textLink } from '../../ui/layout.tsx'
import classes from './BookCagePage.module.css'

/** The red banner over a schedule that could not be loaded (spec 1 §8). */
export function ScheduleProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const session = useSession()
  return (
    <div role="alert" className={classes.problem}>
      <Text tone="accent" strong className={classes.problemMessage}>
        Failed to load schedule: {error.message}
      </Text>
      <Button color="stitch.6" size="sm" onClick={onRetry}>
        Try Again
      </Button>
      {session.status === 'signed-out' && (
        <SignInLink className={textLink}>Login or Sign Up to View Bookings</SignInLink>
      )}
    </div>
  )
}
