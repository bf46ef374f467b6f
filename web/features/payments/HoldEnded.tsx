import { Button } from '@mantine/core'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import classes from './CardForm.module.css'

/** The quarter of an hour is over: nothing was charged, and it can be begun anew. */
export function HoldEnded({ onRestart, onClose }: { onRestart: () => void; onClose: () => void }) {
  const again = useFocusOnShow<HTMLButtonElement>()
  return (
    <div>
      <p role="alert" className={classes.message}>
        The time to pay is over, and your place is free for others again. You have not been charged.
      </p>
      <div className={classes.buttons}>
        <Button ref={again} color="stitch.6" onClick={onRestart}>
          Start again
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
