import { CloseButton } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { forgetOldPeople, forgetPeople } from '../../components/participants/keptPeople.ts'
import { Row } from '../../ui/layout.tsx'
import { type DraftKeeper, keepDraft } from './draftKeeper.ts'
import classes from './FormDrafts.module.css'

/** How long the note about restored fields stays, unless someone is at it. */
const noteLifetime = 15_000

/** Keeps drafts of the forms on whatever page is open, and says so when something was restored (spec 2 §8). */
export default function FormDrafts() {
  // Of the page that is shown, not of one that is on its way.
  const path = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const keeper = useRef<DraftKeeper>(undefined)
  const [noted, setNoted] = useState(false)
  useForgetAtSignOut(keeper)

  useEffect(forgetOldPeople, [])
  useEffect(() => {
    const kept = keepDraft(path, () => setNoted(true))
    keeper.current = kept
    return () => {
      kept.stop()
      setNoted(false)
    }
  }, [path])

  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!noted) return
    const timer = setInterval(() => {
      if (!note.current?.matches(':hover, :focus-within')) setNoted(false)
    }, noteLifetime)
    return () => clearInterval(timer)
  }, [noted])

  return (
    <div role="status">
      {noted && (
        <Row nowrap ref={note} className={classes.note}>
          <span>Restored what you typed.</span>
          <button
            type="button"
            className={classes.clear}
            onClick={() => {
              keeper.current?.clear()
              setNoted(false)
            }}
          >
            Clear
          </button>
          <CloseButton
            aria-label="Dismiss"
            size="lg"
            className={classes.dismiss ?? ''}
            onClick={() => setNoted(false)}
          />
        </Row>
      )}
    </div>
  )
}

/** What one person typed is not for the next one at this device, whichever page or tab it is on. */
function useForgetAtSignOut(keeper: RefObject<DraftKeeper | undefined>): void {
  const { status } = useSession()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'signed-in' && status === 'signed-out') {
      keeper.current?.forget()
      forgetPeople()
    }
    before.current = status
  }, [status, keeper])
}
