import type { CDPSession, Page } from '@playwright/test'

/** What the main thread has worked since the page was opened; other programs of a busy machine do not count. */
export async function threadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/**
 * Collects in the page's `measured` how long each event took until its paint, in milliseconds (Event Timing, in steps of
 * 8). Those below 16 ms are not told: they count as 0.
 */
export const watchEvents = (page: Page) =>
  page.evaluate(`
    globalThis.measured = []
    new PerformanceObserver((list) => {
      for (const { duration, name } of list.getEntries())
        if (!/over|enter|leave|out/.test(name)) measured.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })`)
