/**
 * An answer in JSON. `Response.json` would do the same, but only what is made by the constructor goes to the socket
 * without passing through a stream first.
 */
export const jsonResponse = (body: unknown, status: number, headers: Record<string, string>): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** NUL, written as JSON must write it: PostgreSQL's text cannot hold it, and nobody types it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** What a request's JSON says; undefined when it is none, or when a text in it has a NUL. */
export function parseJson(text: string): unknown {
  if (NUL.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
