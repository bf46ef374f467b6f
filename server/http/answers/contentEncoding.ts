import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** The best first: what a client takes equally well is sent in the earlier one. */
const encodings: readonly ContentEncoding[] = ['br', 'gzip', 'identity']

/** The encoding that a client takes best (RFC 9110 §12.5.3): never one with `q=0`; `identity` where it takes none. */
export function preferredEncoding(acceptEncoding: string): ContentEncoding {
  const listed = new Map(parseAccept(acceptEncoding).map(({ type, q }) => [type.toLowerCase(), q]))
  // What is not listed is not taken, but for `identity`, which is taken after all that is listed.
  const quality = (encoding: ContentEncoding) =>
    listed.get(encoding) ?? (encoding === 'identity' ? Number.MIN_VALUE : (listed.get('*') ?? 0))
  const taken = encodings.filter((encoding) => quality(encoding) > 0)
  return taken.sort((a, b) => quality(b) - quality(a))[0] ?? 'identity'
}

const brotliAsync = promisify(brotliCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** Compresses what is made while someone waits: higher qualities take longer than what they save on the way. */
export const quickBrotli = (text: string | Buffer): Promise<Buffer<ArrayBuffer>> =>
  brotliAsync(text, { params })

export const quickGzip: (text: string | Buffer) => Promise<Buffer<ArrayBuffer>> = promisify(gzip)
