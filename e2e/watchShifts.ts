declare global {
  var shifted: { sum: number; sources: string[] }
}

/** Runs in the page, from its first moment on: records what moves without having been asked to. */
export function watchShifts() {
  globalThis.shifted = { sum: 0, sources: [] }
  const watch = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }
      if (shift.hadRecentInput) continue
      shifted.sum += shift.value
      shifted.sources.push(...shift.sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? ''))
    }
  })
  watch.observe({ type: 'layout-shift', buffered: true })
}
