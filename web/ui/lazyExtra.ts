import { type ComponentType, lazy } from 'react'

const RETRY_MILLISECONDS = 5_000

/**
 * `lazy` for what a page can do without: shows nothing until it is there. A download that fails is tried again and does
 * not take the page with it, as an error of `lazy` would.
 */
export const lazyExtra = <Props = object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => untilLoaded(load))

/** Downloads something, and tries again as long as that fails. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((again) => setTimeout(again, RETRY_MILLISECONDS))
    }
  }
}
