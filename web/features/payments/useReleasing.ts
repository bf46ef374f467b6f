import { useSyncExternalStore } from 'react'
import { openKeys } from './checkoutStore.ts'

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

/** Also one that another page or tab has left or has open. */
const isReleasing = () => underWay > 0 || openKeys('unpaid').length > 0 || openKeys('charging').length > 0

/** Whether a checkout may still hold a place: one that looks taken may be the person's own. */
export const useReleasing = (): boolean => useSyncExternalStore(subscribe, isReleasing, () => false)
