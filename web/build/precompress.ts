import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg|json|txt|map|webmanifest)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Writes `<file>.br` and `<file>.gz` beside every text file of the build, as small as they get, so that the server
 * only has to send them. Not for index.html, which the server changes in every answer.
 */
export function precompress(): Plugin {
  return {
    name: 'dugout:precompress',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      handler: async ({ dir }) => {
        if (dir === undefined) return
        const entries = await readdir(dir, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
        await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
      },
    },
  }
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  const [br, gz] = await Promise.all([brotliSmallest(content), gzipped(content, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** Brotli at its highest quality: slow, and done once per build. */
export function brotliSmallest(content: Uint8Array): Promise<Buffer> {
  return brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  })
}
