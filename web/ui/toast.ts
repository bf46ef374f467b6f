import type { NotificationData } from '@mantine/notifications'
import { type ReactNode, useSyncExternalStore } from 'react'

let asked = false
const listeners = new Set<() => void>()

/** Short messages at the edge of the screen. What shows them is downloaded with the first one. */
export const toast = {
  info: (message: ReactNode) => show({ message, color: 'navy', role: 'status' }),
  success: (message: ReactNode) => show({ message, color: 'teal', role: 'status' }),
  error: (message: ReactNode) => show({ message, color: 'stitch', role: 'alert' }),
}

async function show(notification: NotificationData): Promise<void> {
  const { showToast } = await import('./showToast.ts')
  showToast(notification)
  asked = true
  for (const listener of listeners) listener()
}

/** Whether a toast was ever asked for, so that what shows them is loaded. */
export function useToastsAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
    () => false,
  )
}
