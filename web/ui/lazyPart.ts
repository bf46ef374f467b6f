import { lazy } from 'react'

/**
 * A part of a page that is downloaded when it is first drawn. React keeps a failed download for good, and the page would be
 * replaced by a message: without a connection the part waits for one.
 */
export const lazyPart: typeof lazy = (load) =>
  lazy(() => load().catch((error) => loadOnceOnline(load, error)))

/** A browser says that it is online before the network answers. */
const settleMs = 1_000

async function loadOnceOnline<Part>(load: () => Promise<Part>, error: unknown): Promise<Part> {
  if (navigator.onLine) throw error
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  // Vite takes a sheet that did not come for one that is there.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!link.sheet) link.remove()
  }
  return load().catch((again) => loadOnceOnline(load, again))
}
