import type { Page } from '@playwright/test'

interface Fiber {
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly return: Fiber | null
  readonly memoizedProps: Readonly<Record<string, unknown>> | null
}

declare global {
  var drawnTiles: string[]
}

/**
 * Keeps account of the tiles of the schedule that React draws again, as its developer tools find them out: what is drawn has
 * another fiber than before. Must be called before the page is opened.
 */
export async function countTileRenders(page: Page) {
  await page.addInitScript(() => {
    const last = new Map<unknown, unknown>()
    globalThis.drawnTiles = []
    const walk = (fiber: Fiber | null) => {
      for (let at = fiber; at; at = at.sibling) {
        const key = at.memoizedProps?.['data-tile']
        if (typeof key !== 'string' || !key.includes('@')) walk(at.child)
        else if (last.get(key) !== at.return) {
          last.set(key, at.return)
          globalThis.drawnTiles.push(key)
        }
      }
    }
    Object.assign(globalThis, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current),
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
      },
    })
  })
  return {
    /** The tiles drawn since the last call. */
    drawn: () => page.evaluate(() => globalThis.drawnTiles.splice(0)),
  }
}
