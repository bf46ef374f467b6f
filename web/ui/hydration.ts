let resolveFinished: () => void = () => undefined

/**
 * Whether the page that came as HTML is React's own, its effects and its later parts (`laterPart`) included. Until then
 * answers from the network and navigations wait: hydration must find what the HTML was made of.
 */
export const hydration = {
  done: true,
  finished: Promise.resolve(),
  begin(): void {
    hydration.done = false
    hydration.finished = new Promise((resolve) => {
      resolveFinished = resolve
    })
  },
  /** The page, or a later part of it, is alive: what was pressed in it is pressed now (web/boot.ts). */
  proceed(): void {
    document.dispatchEvent(new Event('dugout:alive'))
    if (!document.querySelector('[data-later]')) hydration.finish()
  },
  /** Waits no longer, whatever has become of the later parts. */
  finish(): void {
    if (hydration.done) return
    hydration.done = true
    resolveFinished()
    document.dispatchEvent(new Event('dugout:alive'))
    // For measurements and journeys.
    document.dispatchEvent(new Event('dugout:hydrated'))
  },
}
