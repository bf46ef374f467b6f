import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { hydration } from '../ui/hydration.ts'

const key = 'link_secret'

/**
 * The secret of a mailed link. It is removed from the address bar at once and remembered until the path changes, also
 * across a reload (spec 1 §2.1). No other page or tab can read it.
 *
 * @param read reads the secret from the address's hash; null when the hash has none.
 * @param takeOut replaces the address with one without the secret.
 */
export function useLinkSecret(
  read: (hash: string) => string | null,
  takeOut: () => void,
): { secret: string | null; forget: () => void } {
  const hash = useLocation({ select: (location) => location.hash })
  const here = useLocation({ select: (location) => location.pathname })
  // The path of this page, also while the next one is loading.
  const [path] = useState(here)
  // The server, which may have drawn the page, has seen neither: on its page they count after hydration.
  const [secret, setSecret] = useState(() => (hydration.done ? (read(hash) ?? remembered(path)) : null))

  const arrive = useEffectEvent((found: string | null) => {
    if (found === null) return
    setSecret(found)
    remember(path, found)
    takeOut()
  })
  useEffect(() => {
    arrive(read(hash))
    document.documentElement.removeAttribute('data-mailed-link')
  }, [hash, read])
  const remind = useEffectEvent(() => setSecret((known) => known ?? read(hash) ?? remembered(path)))
  useEffect(() => remind(), [])

  useEffect(
    () => () => {
      // A reload unmounts nothing, and the remount of React's strict mode changes no path.
      if (window.location.pathname !== path) remember(path, null)
    },
    [path],
  )

  return {
    secret,
    forget: () => {
      setSecret(null)
      remember(path, null)
    },
  }
}

function remember(path: string, secret: string | null): void {
  try {
    if (secret === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify([path, secret]))
  } catch {
    // Without storage a reload forgets the link; the e-mail still has it.
  }
}

/** The secret remembered for this path, if this is a reload and not a later visit. */
function remembered(path: string): string | null {
  try {
    const [entry] = performance.getEntriesByType('navigation')
    if ((entry as PerformanceNavigationTiming | undefined)?.type !== 'reload') return null
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!Array.isArray(kept) || kept[0] !== path) return null
    return typeof kept[1] === 'string' ? kept[1] : null
  } catch {
    return null
  }
}

/** The secret in a hash of the form `#token=…`. */
export const readToken = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null
