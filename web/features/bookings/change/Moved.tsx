import { Button, VisuallyHidden } from '@mantine/core'
import modalClasses from '../BookingModal.module.css'
import changeClasses from './change.module.css'
import type { MovePoint } from './MoveSummary.tsx'
import type { ChangeProblem } from './useChange.ts'

interface MovedProps {
  to: MovePoint
  /** The server's sentence, for a screen reader: the rest of the screen says the same. */
  message: string
  /** What comes back, and where else the new time can be found. */
  news: string
  problem: ChangeProblem | null
  isPending: boolean
  /** Takes the move back, as long as that costs nothing and the old time is still free; null where it cannot. */
  onMoveBack: (() => void) | null
  onDone: () => void
}

/** The end of a move, and the way back. */
export function Moved({ to, message, news, problem, isPending, onMoveBack, onDone }: MovedProps) {
  return (
    <>
      {problem && (
        <p role="alert" className={modalClasses.notice}>
          {problem.message}
        </p>
      )}
      <div className={changeClasses.what}>
        <p className={changeClasses.title}>{to.title}</p>
        <p className={changeClasses.line}>{to.when}</p>
      </div>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      <p className={changeClasses.money}>{news}</p>
      <div className={modalClasses.buttons}>
        <Button color="stitch.6" onClick={onDone} disabled={isPending} data-autofocus>
          Done
        </Button>
        {onMoveBack && (
          <Button variant="default" loading={isPending} onClick={onMoveBack}>
            Move back
          </Button>
        )}
      </div>
    </>
  )
}
