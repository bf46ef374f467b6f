import { isIP } from 'node:net'
import { connect } from 'node:tls'

const LONGEST_MS = 3_000
const KEPT_MS = 3_600_000
/** After an attempt that failed it is asked again soon. */
const KEPT_FAILED_MS = 60_000

/** What browsers are shown at the public address. */
export interface Certificate {
  readonly validTo: Date
  /** Why browsers do not trust it; null if they do. */
  readonly distrusted: string | null
}

const kept = new Map<string, { readonly until: number; readonly asked: Promise<Certificate | null> }>()

/**
 * The certificate of an https address, asked at most once an hour.
 *
 * @returns null where the address cannot be reached from this machine.
 */
export async function certificateOf(origin: string, now: Date): Promise<Certificate | null> {
  const known = kept.get(origin)
  if (known && known.until > now.getTime()) return known.asked
  const asked = ask(new URL(origin))
  kept.set(origin, { until: now.getTime() + KEPT_FAILED_MS, asked })
  if (await asked) kept.set(origin, { until: now.getTime() + KEPT_MS, asked })
  return asked
}

const ask = ({ hostname, port }: URL): Promise<Certificate | null> =>
  new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const named = isIP(host) ? {} : { servername: host }
    // One that is not trusted is told as such; nothing is sent over the connection.
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...named })
    const end = (found: Certificate | null) => {
      socket.destroy()
      resolve(found)
    }
    socket.setTimeout(LONGEST_MS, () => end(null))
    socket.once('error', () => end(null))
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      const reason = socket.authorized ? null : String(socket.authorizationError ?? 'it is not trusted')
      end(valid_to ? { validTo: new Date(valid_to), distrusted: reason } : null)
    })
  })
