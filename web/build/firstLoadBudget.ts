import type { Plugin, Rolldown } from 'vite'
import { brotliSmallest } from './precompress.ts'
import { firstLoadChunks, stylesOf } from './preloads.ts'

interface Budget {
  page: string
  /** Path endings of the modules that the page needs beside the entry: the app, the route. */
  modules: string[]
  /** Path endings of what only some browsers download; measured and told, not limited. */
  polyfills: string[]
  /** Bytes of JavaScript and CSS together, brotli. */
  limit: number
}

/**
 * Fails the build when the first load of a page ships more JavaScript and CSS than its limit: the entry and the named
 * modules, with their static imports and styles.
 */
export function firstLoadBudget({ page, modules, polyfills, limit }: Budget): Plugin {
  return {
    name: 'dugout:first-load-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const needed = ['/index.html', ...modules]
        const bytes = await brotliSize(bundle, needed)
        const withPolyfills = await brotliSize(bundle, [...needed, ...polyfills])
        const summary = `The first load of ${page} is ${bytes} bytes (brotli), limit ${limit}`
        if (bytes > limit) this.error(summary)
        this.info(`${summary}; ${withPolyfills} with polyfills.`)
      },
    },
  }
}

/** Bytes of everything that these modules bring along, each file compressed as it is sent. */
async function brotliSize(bundle: Rolldown.OutputBundle, modulePaths: readonly string[]): Promise<number> {
  const chunks = firstLoadChunks(bundle, modulePaths)
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
