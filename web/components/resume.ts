import { useEffect, useEffectEvent, useRef } from 'react'
import { useSession } from '../api/session.ts'

const key = 'dugout.resume'
const keptFor = 30 * 60_000

/**
 * Notes what someone wanted to do and must sign in for, so that it goes on by itself afterwards: in this tab or in the
 * one that a mailed link opens. Only the newest counts, and for half an hour.
 *
 * @param of what it is: `book-slots:2026-11-24`, `camp:<id>`.
 */
export function keepResume(of: string): void {
  attempt(() => localStorage.setItem(key, JSON.stringify({ of, kept_at: Date.now() })))
}

/** It was done, or the person does not want it any more. */
export function forgetResume(): void {
  attempt(() => localStorage.removeItem(key))
}

/**
 * Goes on with what was noted, once someone is signed in and the page is ready for it. Once while the page is shown; a
 * reload goes on again until it is forgotten.
 */
export function useResume(of: string, ready: boolean, goOn: () => void): void {
  const signedIn = useSession().status === 'signed-in'
  const resumed = useRef<string>(null)
  const resume = useEffectEvent(goOn)
  useEffect(() => {
    if (!signedIn || !ready || resumed.current === of || !isKept(of)) return
    resumed.current = of
    resume()
  }, [signedIn, ready, of])
}

/** Whether this was noted, in the last half hour. */
function isKept(of: string): boolean {
  const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null'))
  if (typeof kept !== 'object' || kept === null || !('of' in kept) || !('kept_at' in kept)) return false
  const age = Date.now() - Number(kept.kept_at)
  return kept.of === of && age >= 0 && age <= keptFor
}

/** Storage can be switched off; then the button is pressed once more. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
