import { lazy } from 'react'

/**
 * A part of a page that is downloaded when it is first drawn. React keeps a failed download for good, and the page would be
 * replaced by a message: it is tried again after a moment, as while the server starts, and without a connection once there
 * is one.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => load().catch((error) => loadAgain(load, error)))

/** Before each further try. A browser, too, says that it is online before the network answers. */
const pausesMs = [1_000, 4_000]

async function loadAgain<Part>(load: () => Promise<Part>, error: unknown, tries = 0): Promise<Part> {
  const isOffline = !navigator.onLine
  const pause = pausesMs[isOffline ? 0 : tries]
  if (pause === undefined) throw error
  if (isOffline) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, pause))
  // Vite takes a sheet that did not come for one that is there.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!link.sheet) link.remove()
  }
  return load().catch((again) => loadAgain(load, again, isOffline ? 0 : tries + 1))
}
