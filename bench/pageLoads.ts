import type { CDPSession, Page } from '@playwright/test'
import lighthouse from 'lighthouse'

// How one page loads on a phone: by Lighthouse's simulation, and with DevTools' real throttling.

export interface LighthouseFigures {
  readonly score: number
  readonly lcp: number
  readonly cls: number
  /** Blocking time on a four times slower processor, from the main thread's own CPU time: neighbors do not count. */
  readonly blocking: number
}

export interface ThrottledFigures {
  readonly lcp: number
  readonly cls: number
  /** When the page answers a press: its code has taken over. */
  readonly usable: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { data?: { documentLoaderURL?: string; isOutermostMainFrame?: boolean } }
}

/** @param port of the browser's debugger. */
export async function lighthouseLoad(url: string, port: number): Promise<LighthouseFigures> {
  const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'silent' })
  if (!result) throw new Error(`Lighthouse did not measure ${url}`)
  const value = (audit: string) => result.lhr.audits[audit]?.numericValue ?? Number.NaN
  const { Trace } = result.artifacts as unknown as { Trace: { traceEvents: TraceEvent[] } }
  return {
    score: Math.round((result.lhr.categories.performance?.score ?? 0) * 100),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    blocking: blockingOf(Trace.traceEvents, url),
  }
}

const SLOWER = 4
const LONG_TASK_MS = 50

/** What each task after the first paint would take beyond 50 ms. */
function blockingOf(events: readonly TraceEvent[], url: string): number {
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL === url,
  )
  const paint = events.find(
    ({ name, pid, ts }) => name === 'firstContentfulPaint' && pid === start?.pid && ts > (start?.ts ?? 0),
  )
  if (!start || !paint) return Number.NaN
  return events
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === start.pid && tid === start.tid,
    )
    .filter(({ ts }) => ts >= paint.ts)
    .map(({ tdur, dur }) => ((tdur ?? dur ?? 0) / 1_000) * SLOWER - LONG_TASK_MS)
    .reduce((sum, beyond) => sum + Math.max(0, beyond), 0)
}

/** DevTools' slow 4G: 150 ms, 1.6 Mbit/s down, 750 kbit/s up, and a processor that is four times slower. */
export async function throttledLoad(page: Page, session: CDPSession, url: string): Promise<ThrottledFigures> {
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(`
    globalThis.measured = { lcp: 0, cls: 0, usable: 0 }
    new PerformanceObserver((list) => { measured.lcp = list.getEntries().at(-1).startTime })
      .observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) measured.cls += e.value })
      .observe({ type: 'layout-shift', buffered: true })
    document.addEventListener('dugout:hydrated', () => { measured.usable = performance.now() })`)
  await page.goto(url, { waitUntil: 'load' })
  let found = await page.evaluate<ThrottledFigures>('measured')
  for (let wait = 0; wait < 100 && found.usable === 0; wait += 1) {
    await page.waitForTimeout(100)
    found = await page.evaluate<ThrottledFigures>('measured')
  }
  await page.waitForTimeout(500)
  found = await page.evaluate<ThrottledFigures>('measured')
  return { ...found, usable: found.usable || Number.NaN }
}
