import { useEffect } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { useStepFocus } from '../../ui/useStepFocus.ts'
import type { FreeTimes } from '../bookings/freeCages.ts'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { MoveChoice } from './MoveChoice.tsx'
import { Moved } from './Moved.tsx'
import { MoveSummary } from './MoveSummary.tsx'
import type { Move, MoveTo } from './useMove.ts'

interface MoveDialogProps extends Pick<ChangeDialogProps, 'onClose' | 'onTooLate'> {
  move: Move
  /** Of the day that is looked at. */
  times: FreeTimes
  /** Where else the new time can be found, in a sentence. */
  mailed: string
}

/** Moves something: a day and a time, then the price, then it is moved; and back, if that was a mistake. */
export function MoveDialog({ move, times, mailed, onClose, onTooLate }: MoveDialogProps) {
  const { from, time, answer, isPending, problem } = move
  const chosen = times.data?.find(({ available_start_time }) => available_start_time === time)
  const lost = time !== null && times.data && !chosen && !answer && !isPending && !problem?.unsure
  useEffect(() => {
    if (lost) move.loseTime()
  })
  const panel = useStepFocus(chosen ? 'summary' : 'choice', answer !== null)

  async function moveTo(to: MoveTo) {
    if ((await move.move(to)) === 'change_too_late') onTooLate()
  }

  return (
    <Dialog
      opened
      onClose={() => !isPending && onClose()}
      title={answer ? `Your ${from.noun} is moved` : `Move your ${from.noun}`}
      long
      wide={!answer}
      step={chosen ? 'summary' : 'choice'}
    >
      {answer ? (
        <Moved
          move={move}
          answer={answer}
          mailed={mailed}
          onMoveBack={() => void moveTo(from)}
          onDone={onClose}
        />
      ) : (
        <section ref={panel} aria-label={`Move your ${from.noun}`}>
          {chosen ? (
            <MoveSummary move={move} time={chosen} onConfirm={(to) => void moveTo(to)} />
          ) : (
            <MoveChoice move={move} times={times} />
          )}
        </section>
      )}
    </Dialog>
  )
}
