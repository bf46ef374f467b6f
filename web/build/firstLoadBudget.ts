import type { Plugin, Rolldown } from 'vite'
import { brotliSmallest } from './precompress.ts'
import { firstLoadChunks, stylesOf } from './preloads.ts'

/**
 * Fails the build when the first load of a page ships more JavaScript and CSS than `limit` bytes (brotli): the entry
 * and each of `modules` (path endings: the app, the route, what it loads at once), with their static imports and
 * styles. Temporal is named too: it counts for the browsers that must download it.
 */
export function firstLoadBudget(budget: { page: string; modules: string[]; limit: number }): Plugin {
  return {
    name: 'dugout:first-load-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = firstLoadFiles(bundle, ['/index.html', ...budget.modules])
        const sizes = await Promise.all(files.map((file) => brotliSize(bundle, file)))
        const total = sizes.reduce((sum, size) => sum + size, 0)
        const summary = `The first load of ${budget.page} is ${total} bytes (brotli), limit ${budget.limit}.`
        if (total > budget.limit) this.error(summary)
        this.info(summary)
      },
    },
  }
}

function firstLoadFiles(bundle: Rolldown.OutputBundle, modulePaths: readonly string[]): string[] {
  const chunks = firstLoadChunks(bundle, modulePaths)
  return [...new Set(chunks.flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)]))]
}

async function brotliSize(bundle: Rolldown.OutputBundle, file: string): Promise<number> {
  const output = bundle[file]
  if (!output) throw new Error(`No ${file} in the build`)
  const content = output.type === 'chunk' ? output.code : output.source
  return (await brotliSmallest(Buffer.from(content))).byteLength
}
