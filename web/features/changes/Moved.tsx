import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import dialogContent from '../../ui/dialogContent.module.css'
import type { Booked } from './booked.ts'
import changeClasses from './changes.module.css'
import { movedNews } from './changeTexts.ts'
import { PlaceBox } from './PlaceBox.tsx'
import type { Move, MoveAnswer } from './useMove.ts'

interface MovedProps {
  move: Move
  answer: MoveAnswer
  mailed: string
  onMoveBack: () => void
  onDone: () => void
}

/** The end of a move, and the way back. */
export function Moved({ move, answer, mailed, onMoveBack, onDone }: MovedProps) {
  const { from, now, notice, problem, isPending } = move
  const trouble = notice ?? problem?.message
  const told = useId()
  const done = useRef<HTMLButtonElement>(null)
  // The button that moved it has gone, and the one that moves back goes: one goes on here, and hears what has happened.
  useEffect(() => {
    if (answer) done.current?.focus()
  }, [answer])
  return (
    <>
      {trouble && (
        <p role="alert" className={dialogContent.notice}>
          {trouble}
        </p>
      )}
      <PlaceBox {...answer.booked} />
      <VisuallyHidden id={told}>{answer.message}</VisuallyHidden>
      <p className={changeClasses.money}>{movedNews(answer, mailed)}</p>
      <div className={dialogContent.buttons}>
        <Button ref={done} aria-describedby={told} color="stitch.6" onClick={onDone} disabled={isPending}>
          Done
        </Button>
        {mayMoveBack(from, answer.booked, now) && (
          <Button variant="default" loading={isPending} onClick={onMoveBack}>
            Move back
          </Button>
        )}
      </div>
    </>
  )
}

/** Only where it costs nobody anything: no money has moved, and the new time can still be given up. */
const mayMoveBack = (from: Booked, to: Booked, now: Date): boolean =>
  to.change.allowed &&
  (to.start.getTime() !== from.start.getTime() || to.cageId !== from.cageId) &&
  to.total === from.total &&
  from.start > now
