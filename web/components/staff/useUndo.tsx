import { Button, CloseButton, Paper, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Undo } from '../../../shared/contract/bookings/staffChanges.ts'
import { undoSeconds } from '../../../shared/domain/bookings/terms.ts'
import { isUnsure } from '../../api/apiError.ts'
import { touches } from '../../api/touches.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import { Text } from '../../ui/layout.tsx'
import { useSettling } from '../../ui/pressGuard.ts'
import { toast } from '../../ui/toast.ts'
import { useToastStand } from '../../ui/toastPlace.ts'
import classes from './useUndo.module.css'

/** What was done, and how it is undone; null where it cannot be. */
interface Done {
  readonly message: string
  readonly undo: Undo
  /** A closure that was made, which is undone by opening its cages again. */
  readonly closureId?: string
  /** When, where something else told of it first: the time to undo runs from then. */
  readonly doneAt?: number
  /** For what still says that it was done. */
  readonly onUndone?: () => void
  /** A link beside the message. */
  readonly more?: ReactNode
}

interface Offer extends Omit<Done, 'undo'> {
  readonly id: string
  /** By this browser's clock: the server's may differ, and has the last word. */
  readonly endsAt: number
}

type OfferUndo = (done: Done) => void

const UndoContext = createContext<OfferUndo>(({ message, more }) => toast.success(withMore(message, more)))

const withMore = (message: string, more: ReactNode) =>
  more ? (
    <>
      {message} {more}
    </>
  ) : (
    message
  )

/** Says what was done, with a button that undoes it as long as the server lets it be undone. */
export const useOfferUndo = (): OfferUndo => useContext(UndoContext)

/** Around the pages of staff: the last change that can be undone is at the foot of every one of them. */
export function UndoProvider({ children }: { children: ReactNode }) {
  // Several changes are undone one after the other, the last one first.
  const [offers, setOffers] = useState<readonly Offer[]>([])
  const offerUndo = useCallback<OfferUndo>(({ undo, ...done }) => {
    const id = undo?.id ?? done.closureId
    if (!id) return toast.success(withMore(done.message, done.more))
    const offer = { ...done, id, endsAt: (done.doneAt ?? Date.now()) + undoSeconds * 1000 }
    setOffers((earlier) => [...earlier, offer])
  }, [])
  const drop = useCallback(
    (id: string) => setOffers((earlier) => earlier.filter((offer) => offer.id !== id)),
    [],
  )
  const last = offers.at(-1)
  return (
    <UndoContext value={offerUndo}>
      {children}
      <VisuallyHidden aria-live="polite" role="status">
        {last && `${last.message} Press Control Z within ${undoSeconds} seconds to undo it.`}
      </VisuallyHidden>
      {last && <UndoToast key={last.id} offer={last} onGone={drop} />}
    </UndoContext>
  )
}

function UndoToast({ offer, onGone }: { offer: Offer; onGone: (id: string) => void }) {
  const { id, message, endsAt, onUndone, more } = offer
  const left = useSecondsUntil(endsAt)
  const { undo, isPending } = useUndoing(offer, (isUndone) => {
    if (isUndone) onUndone?.()
    onGone(id)
  })
  useEffect(() => {
    if (left === 0 && !isPending) onGone(id)
  }, [left, isPending, id, onGone])
  useUndoKey(undo)
  const settling = useSettling(id)
  const stand = useToastStand(mainPart)
  return createPortal(
    <Paper
      component="section"
      className={classes.toast ?? ''}
      shadow="lg"
      aria-label="Last change"
      // The change before it is in the same place once the last one is undone.
      data-settling={settling || undefined}
    >
      <Text as="span" breaks grow className={classes.message}>
        {withMore(message, more)}
      </Text>
      <Button
        variant="white"
        color="navy"
        className={classes.undo ?? ''}
        loading={isPending}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={undo}
      >
        Undo
        <Text as="span" lighter numbers className={classes.seconds} aria-hidden>
          {left}
        </Text>
      </Button>
      <CloseButton
        aria-label="Dismiss"
        size="lg"
        className={classes.close ?? ''}
        onClick={() => onGone(id)}
      />
      <span
        aria-hidden
        className={classes.rest}
        style={{ transform: `scaleX(${Math.max(0, left - 1) / undoSeconds})` }}
      />
    </Paper>,
    stand,
  )
}

/** The page's main part, so that it is found among the landmarks. */
const mainPart = () => document.getElementById('main') ?? document.body

/** Undoes a change once, and says what came of it. */
function useUndoing({ id, closureId }: Offer, onEnd: (isUndone: boolean) => void) {
  const { attempt, isPending } = useAttempt<string, { message: string }>({
    send: (id, once) =>
      closureId
        ? once('DELETE /api/closures/:closure_id', { closure_id: id })
        : once('POST /api/staff-changes/:id/undo', { id }),
    touches: closureId ? touches.closures : touches.undone,
  })
  async function undo() {
    const outcome = await attempt(id)
    if (!outcome) return
    if ('answer' in outcome) {
      toast.success(outcome.answer.message)
      onEnd(true)
    } else {
      toast.error(outcome.error instanceof Error ? outcome.error.message : String(outcome.error))
      // Where no answer came, the same button asks again.
      if (!isUnsure(outcome.error)) onEnd(false)
    }
  }
  return { undo: () => void undo(), isPending }
}

/** Ctrl+Z or Cmd+Z, except where it takes back what is typed. */
function useUndoKey(undo: () => void): void {
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z'
      if (!isUndo || event.defaultPrevented || event.repeat || isTyping(event.target)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])'))

/** Whole seconds left, at least 0, by this browser's clock: the server's may differ, and has the last word. */
export function useSecondsUntil(endsAt: number): number {
  const leftNow = () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  const [left, setLeft] = useState(leftNow)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return left
}
