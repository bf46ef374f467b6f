import { createHash } from 'node:crypto'
import { preferredEncoding, quickBrotli, quickGzip } from './contentEncoding.ts'

// Browsers cache the answer but revalidate it each time: an unchanged one is an empty 304.
const SHARED = { 'cache-control': 'no-cache', vary: 'accept-encoding' } as const

/** An answer that many people are sent: serialized and compressed once. */
export interface CompressedAnswer {
  readonly etag: string
  readonly identity: Buffer<ArrayBuffer>
  readonly br: Buffer<ArrayBuffer>
  readonly gzip: Buffer<ArrayBuffer>
}

/** Serializes a body once, in every encoding, with a weak ETag of its content. */
export async function compressAnswer(body: unknown): Promise<CompressedAnswer> {
  const identity = Buffer.from(JSON.stringify(body))
  const [br, gz] = await Promise.all([quickBrotli(identity), quickGzip(identity)])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { etag, identity, br, gzip: gz }
}

/** The answer in the best encoding that the client takes, or an empty 304 for one that has it. */
export function compressedResponse(answer: CompressedAnswer, asked: Headers): Response {
  if (asked.get('if-none-match') === answer.etag) {
    return new Response(null, { status: 304, headers: { ...SHARED, etag: answer.etag } })
  }
  const encoding = preferredEncoding(asked.get('accept-encoding') ?? '')
  const headers = { ...SHARED, 'content-type': 'application/json', etag: answer.etag }
  if (encoding === 'identity') return new Response(answer.identity, { headers })
  return new Response(answer[encoding], { headers: { ...headers, 'content-encoding': encoding } })
}
