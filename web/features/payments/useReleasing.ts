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

/** Counts `work` as the release of a place until it resolves. */
export async function whileReleasing(work: () => Promise<unknown>): Promise<void> {
  count(1)
  await work().finally(() => count(-1))
}

/** Whether a place of this page's own checkout is still being released: a place that looks taken may be the person's own. */
export const useReleasing = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => underWay > 0,
    () => false,
  )
