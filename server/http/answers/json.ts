/**
 * An answer in JSON. Not `Response.json`: only a response made by the constructor goes to the socket
 * without passing through a stream first.
 */
export const jsonResponse = (body: unknown, status: number, headers: Record<string, string>): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** NUL as JSON escapes it. PostgreSQL's text cannot hold it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** The parsed JSON of a request; undefined when it is malformed, or when a text in it has a NUL. */
export function parseJson(text: string): unknown {
  if (NUL.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
