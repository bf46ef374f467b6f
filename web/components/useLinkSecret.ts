import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

const key = 'link_secret'

/**
 * The secret of a mailed link. It is taken out of the address bar at once and remembered until the path changes, also
 * when the page is loaded anew (spec 1 §2.1); no other page and no other tab learns of it.
 *
 * @param read finds the secret in the address's hash; null when the hash is no such link.
 * @param takeOut replaces the address by the one without the secret.
 */
export function useLinkSecret(
  read: (hash: string) => string | null,
  takeOut: () => void,
): { secret: string | null; forget: () => void } {
  const hash = useLocation({ select: (location) => location.hash })
  const here = useLocation({ select: (location) => location.pathname })
  // Of this page, also while the next one is on its way.
  const [path] = useState(here)
  const [secret, setSecret] = useState(() => read(hash) ?? remembered(path))

  const arrive = useEffectEvent((found: string | null) => {
    if (found === null) return
    setSecret(found)
    remember(path, found)
    takeOut()
  })
  useEffect(() => arrive(read(hash)), [hash, read])

  useEffect(
    () => () => {
      // A reload unmounts nothing, and React's rehearsal of this in development changes no path.
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
    // Without storage a reload forgets the link; the mail still has it.
  }
}

/** What was remembered for this path, when the page was loaded anew and not come back to. */
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
