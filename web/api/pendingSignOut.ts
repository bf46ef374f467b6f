import { apiFetch } from './client.ts'

const key = 'dugout.sign-out-pending'
const path = '/api/auth/sign-out'

/**
 * Ends the session on the server. The person is signed out on this device whatever happens: script cannot remove
 * an HttpOnly cookie, so a call that fails is remembered and made again before the session is next asked for.
 */
export async function endServerSession(): Promise<void> {
  remember(true)
  await finishPendingSignOut()
}

/** Whether no sign-out is left to be done: nothing was pending, or the server has now heard of it. */
export async function finishPendingSignOut(signal?: AbortSignal): Promise<boolean> {
  if (!isPending()) return true
  try {
    const response = await apiFetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
      keepalive: true,
      ...(signal ? { signal } : {}),
    })
    // A session that the server no longer knows is as good as one that it has just ended.
    if (!response.ok && response.status !== 401) return false
  } catch {
    return false
  }
  remember(false)
  return true
}

/** A sign-in replaces the session that was to be ended. */
export function forgetPendingSignOut(): void {
  remember(false)
}

function isPending(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function remember(pending: boolean): void {
  try {
    if (pending) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Storage can be switched off; then one failed call is all there is.
  }
}
