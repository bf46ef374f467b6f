import type { Plugin, Rolldown } from 'vite'
import { brotliSmallest } from './precompress.ts'
import { firstLoadChunks, stylesOf } from './preloads.ts'

/**
 * The most that /book-cage may load, in bytes of JavaScript and CSS together, brotli. Browsers without Temporal also load
 * its polyfill.
 */
export const firstLoadLimits = { native: 150_000, polyfilled: 165_000 }

interface Budget {
  page: string
  /** Path endings of the modules that the page needs beside the entry: the app, the route. */
  modules: string[]
  /** Path endings of modules that only browsers without Temporal load. */
  polyfills: string[]
  limits: typeof firstLoadLimits
}

/**
 * Fails the build when the first load of a page ships more JavaScript and CSS than its limits: the entry and the named
 * modules, with their static imports and styles, without and with the polyfills; or ships a polyfill to every browser.
 */
export function firstLoadBudget({ page, modules, polyfills, limits }: Budget): Plugin {
  return {
    name: 'dugout:first-load-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const needed = ['/index.html', ...modules]
        const chunks = firstLoadChunks(bundle, needed)
        const polyfillChunks = firstLoadChunks(bundle, polyfills)
        const forEverybody = chunks.flatMap((chunk) => chunk.moduleIds)
        if (forEverybody.some((id) => polyfills.some((path) => id.endsWith(path)))) {
          this.error(`The first load of ${page} ships a polyfill to every browser.`)
        }
        const native = await brotliSize(bundle, chunks)
        const polyfilled = await brotliSize(bundle, [...chunks, ...polyfillChunks])
        const summary = `The first load of ${page} is ${native} bytes (brotli), limit ${limits.native}; with polyfills ${polyfilled}, limit ${limits.polyfilled}.`
        if (native > limits.native || polyfilled > limits.polyfilled) this.error(summary)
        this.info(summary)
      },
    },
  }
}

/** Bytes of these chunks with their styles, each file compressed as it is served. */
async function brotliSize(
  bundle: Rolldown.OutputBundle,
  chunks: readonly Rolldown.OutputChunk[],
): Promise<number> {
  const files = new Set(chunks.flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)]))
  const sizes = await Promise.all([...files].map((file) => brotliSizeOf(bundle, file)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function brotliSizeOf(bundle: Rolldown.OutputBundle, file: string): Promise<number> {
  const output = bundle[file]
  if (!output) throw new Error(`No ${file} in the build`)
  const content = output.type === 'chunk' ? output.code : output.source
  return (await brotliSmallest(Buffer.from(content))).byteLength
}
