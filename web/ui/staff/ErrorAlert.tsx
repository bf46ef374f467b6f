import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './ErrorAlert.module.css'

interface ErrorAlertProps {
  error: Error
  /** What could not be done; 'Error: ' and the message where it is absent (spec 3 §8). */
  text?: string
  onRetry?: () => void
}

/** Something went wrong: what, and the button that tries it again. */
export const ErrorAlert = ({ error, text = `Error: ${error.message}`, onRetry }: ErrorAlertProps) => (
  <Alert
    role="alert"
    className={classes.alert ?? ''}
    classNames={{ body: classes.body, icon: classes.icon, message: classes.message }}
    icon={<IconAlertTriangle aria-hidden />}
  >
    <span className={classes.text}>{text}</span>
    {onRetry && (
      <Button size="sm" variant="default" className={classes.retry ?? ''} onClick={onRetry}>
        Try Again
      </Button>
    )}
  </Alert>
)
