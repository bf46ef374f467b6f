import { Button } from '@mantine/core'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import classes from './CardForm.module.css'

/** Asked before a card that was typed in is thrown away. */
export function LeaveUnpaid({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useFocusOnShow<HTMLButtonElement>()
  return (
    <section className={classes.notice} data-kind="calm" aria-labelledby="leave-unpaid">
      <p id="leave-unpaid" className={classes.message}>
        Leave without paying?
      </p>
      <p className={classes.hint}>Nothing has been charged. Your place becomes free for others at once.</p>
      <div className={classes.choice}>
        <Button ref={stay} color="stitch.6" onClick={onStay}>
          Keep paying
        </Button>
        <Button variant="default" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </section>
  )
}
