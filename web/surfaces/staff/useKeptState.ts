import { useLayoutEffect, useState } from 'react'

const kept = new Map<string, unknown>()

/**
 * A state of the frame of staff, which outlives that the router draws the frame anew when the first page is there
 * (`pendingComponent`): what was opened before that, and what was typed into it, stays.
 *
 * @param name of one state in one frame.
 */
export function useKeptState<T>(name: string, initial: T) {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as T) : initial))
  useLayoutEffect(() => {
    kept.set(name, value)
    // A frame in place of this one has read it by now.
    return () => void kept.delete(name)
  }, [name, value])
  return [value, setValue] as const
}

/** As Mantine's, kept. */
export function useKeptDisclosure(name: string) {
  const [opened, setOpened] = useKeptState(name, false)
  const set = {
    open: () => setOpened(true),
    close: () => setOpened(false),
    toggle: () => setOpened((is) => !is),
  }
  return [opened, set] as const
}
