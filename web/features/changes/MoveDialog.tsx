import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import DayCalendar from '../../components/DayCalendar.tsx'
import { bookableRange } from '../../components/dayChoices.ts'
import { TimeChoice } from '../../components/TimeChoice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Actions, Text } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { useStepFocus } from '../../ui/useStepFocus.ts'
import type { Booked } from './booked.ts'
import type { ChangeDialogProps } from './ChangeDialogs.tsx'
import { movedSentence } from './changeTexts.ts'
import { MoveSummary } from './MoveSummary.tsx'
import { PlaceBox } from './PlaceBox.tsx'
import type { FreeTimes, Move, MoveAnswer, MoveTo } from './useMove.ts'

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
            <TimeChoice
              title="Free Times"
              day={move.day}
              calendar={
                <DayCalendar
                  day={move.day}
                  range={bookableRange(move.now, move.facility)}
                  facility={move.facility}
                  onPick={move.showDay}
                />
              }
              times={times}
              next={times.next}
              notice={move.notice}
              onDay={move.showDay}
              onTime={move.pick}
            >
              <PlaceBox {...from} label="Now" />
            </TimeChoice>
          )}
        </section>
      )}
    </Dialog>
  )
}

interface MovedProps {
  move: Move
  answer: MoveAnswer
  mailed: string
  onMoveBack: () => void
  onDone: () => void
}

/** The end of a move, and the way back. */
function Moved({ move, answer, mailed, onMoveBack, onDone }: MovedProps) {
  const { from, now, notice, problem, isPending } = move
  const trouble = notice ?? problem?.message
  const told = useId()
  const done = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone from the page: the focus moves here, and a screen reader hears the result.
  useEffect(() => {
    if (answer) done.current?.focus()
  }, [answer])
  return (
    <>
      {trouble && <Note role="alert">{trouble}</Note>}
      <PlaceBox {...answer.booked} />
      <VisuallyHidden id={told}>{answer.message}</VisuallyHidden>
      <Text strong above="md">
        {movedSentence(answer, mailed)}
      </Text>
      <Actions>
        <Button ref={done} aria-describedby={told} color="stitch.6" onClick={onDone} disabled={isPending}>
          Done
        </Button>
        {mayMoveBack(from, answer.booked, now) && (
          <Button variant="default" loading={isPending} onClick={onMoveBack}>
            Move Back
          </Button>
        )}
      </Actions>
    </>
  )
}

/** Only if no money has moved and the new time can still be changed. */
const mayMoveBack = (from: Booked, to: Booked, now: Date): boolean =>
  to.change.allowed &&
  (to.start.getTime() !== from.start.getTime() || to.cageId !== from.cageId) &&
  to.total === from.total &&
  from.start > now
