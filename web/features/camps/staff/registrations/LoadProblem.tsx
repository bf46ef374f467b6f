import { Button } from '@mantine/core'
import dialogContent from '../../../../ui/dialogContent.module.css'

interface LoadProblemProps {
  text: string
  onRetry: () => void
  onClose: () => void
}

/** Why there is nothing to show, in the words of spec 3 §8. */
export const LoadProblem = ({ text, onRetry, onClose }: LoadProblemProps) => (
  <div role="alert">
    <h3>Oops! Something went wrong</h3>
    <p className={dialogContent.text}>{text}</p>
    <div className={dialogContent.buttons}>
      <Button color="stitch.6" onClick={onRetry}>
        Try Again
      </Button>
      <Button variant="default" onClick={onClose}>
        Got it
      </Button>
    </div>
  </div>
)
