import { useEffect, useEffectEvent, useState } from 'react'

/**
 * For a button that the page shows before it knows who presses it: the server renders for strangers, and session and
 * family come later. What is pressed earlier is done once they are known, and then with what is shown.
 *
 * @param act must be of this render: it reads session and family.
 * @returns `press` in place of `act`, and whether a press waits.
 */
export function useOnceKnown(isKnown: boolean, act: () => void): { press: () => void; isWaiting: boolean } {
  const [isWaiting, setWaiting] = useState(false)
  const actNow = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting || !isKnown) return
    setWaiting(false)
    actNow()
  }, [isWaiting, isKnown])
  return { press: () => (isKnown ? act() : setWaiting(true)), isWaiting }
}
