import { useDisclosure } from '@mantine/hooks'
import { useLayoutEffect } from 'react'

const kept = new Set<string>()

/**
 * `useDisclosure` for the frame of staff: what was opened stays open when the router replaces the frame by another one, as it
 * does once the first page is there (`pendingComponent`).
 *
 * @param name of what is opened, one in the frame.
 */
export function useKeptDisclosure(name: string) {
  const [opened, disclosure] = useDisclosure(kept.has(name))
  useLayoutEffect(() => {
    if (!opened) return
    kept.add(name)
    // A frame in place of this one has read it by now.
    return () => void kept.delete(name)
  }, [name, opened])
  return [opened, disclosure] as const
}
