import type { Config } from '../config.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request may change something: browsers say where it comes from, and only our own pages may.
 * A request without `Origin` and `Sec-Fetch-Site` is not a browser's, so it carries no one else's cookie.
 */
export function isFromOurPages(request: Request, config: Config): boolean {
  if (READING.has(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site')
    return site === null || site === 'same-origin' || site === 'none'
  }
  return origin === config.publicUrl || origin === new URL(request.url).origin
}
