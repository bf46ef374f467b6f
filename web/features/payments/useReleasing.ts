import { useSyncExternalStore } from 'react'

let underWay = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1): void {
  underWay += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts `work` as the release of a place, until the page shows that it is free. */
export async function whileReleasing(work: () => Promise<unknown>): Promise<void> {
  count(1)
  await work().finally(() => count(-1))
}

/** Whether a place of this page's own checkout has still to be released: what looks taken may be one's own. */
export const useReleasing = (): boolean => useSyncExternalStore(subscribe, () => underWay > 0)
