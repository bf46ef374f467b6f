/**
 * An answer in JSON. `Response.json` would do the same, but only what is made by the constructor goes to the socket
 * without passing through a stream first.
 */
export const jsonResponse = (body: unknown, status: number, headers: Record<string, string>): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
