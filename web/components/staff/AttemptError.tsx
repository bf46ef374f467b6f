import { isUnsure } from '../../api/apiError.ts'
import { ErrorAlert } from '../../ui/staff/ErrorAlert.tsx'
import { changedMeanwhileText } from './changedMeanwhile.ts'

interface AttemptErrorProps {
  /** Of `useAttempt`. */
  error: Error | null
  /** The button that repeats the attempt. */
  button: string
  /** What it means here, before the reason. */
  failure?: string | undefined
}

/** Why an attempt failed. Where no answer came it may have been made: then the same button asks again, safely. */
export const AttemptError = ({ error, button, failure = '' }: AttemptErrorProps) =>
  error && (
    <ErrorAlert
      error={error}
      text={`${failure} ${
        isUnsure(error)
          ? `We didn’t hear back, so this may already be done. Press “${button}” again: it can’t happen twice.`
          : (changedMeanwhileText(error) ?? error.message)
      }`.trim()}
    />
  )
