import { isIP } from 'node:net'
import Bowser from 'bowser'
import type { Device } from '../../../../shared/contract/accounts/devices.ts'

const kinds: Readonly<Record<string, Device['kind']>> = {
  desktop: 'computer',
  mobile: 'phone',
  tablet: 'tablet',
}

/** A readable name of a browser, e.g. 'Safari on iPhone'; from the User-Agent, which can be forged. */
export function describeDevice(userAgent: string | null): Pick<Device, 'name' | 'kind'> {
  const { browser, os, platform } = Bowser.parse(userAgent || 'unknown')
  const system = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : os.name
  const name = [browser.name, system].filter(Boolean).join(' on ')
  return { name: name || 'Unknown device', kind: kinds[platform.type ?? ''] ?? 'unknown' }
}

/**
 * The beginning of an address, enough to recognize the own network: three of the four numbers of
 * IPv4, the /48 of IPv6. Null where there is none.
 */
export function coarseNetwork(address: string | null): string | null {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  if (isIP(plain) === 4) return plain.replace(/\d+$/, 'x')
  if (isIP(plain) !== 6) return null
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const first = [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':').filter(Boolean) ?? [])]
  return `${first.slice(0, 3).join(':')}::x`
}
