import { BlockList, isIP } from 'node:net'

const PRIVATE_NETWORKS = [
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const
const privateNetworks = new BlockList()
for (const [network, bits, kind] of PRIVATE_NETWORKS) privateNetworks.addSubnet(network, bits, kind)
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Addresses and networks such as `10.0.0.0/8`; or every peer on this machine or a private network; or none. */
export type TrustedProxies = 'near' | 'none' | readonly string[]

/** Whether a text is an address, or one with the length of a prefix. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  const most = kind === 4 ? 32 : 128
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  return kind !== 0 && isLength && more.length === 0
}

/** Tells whether a peer is one of the proxies whose headers are believed. */
export function trustOf(proxies: TrustedProxies): (peer: string) => boolean {
  if (proxies === 'none') return () => false
  if (proxies === 'near') return isNear
  const list = new BlockList()
  for (const entry of proxies) {
    const [address = '', bits] = entry.split('/')
    const kind = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return (peer) => {
    const plain = plainOf(peer)
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Whether an address is this machine's or of a private network. */
export const isNear = (address: string): boolean => ['loopback', 'private'].includes(addressClass(address))

/** Without the zone, and as IPv4 where that is what it is. */
const plainOf = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

/**
 * What logs and the audit trail keep of an address: 'loopback', 'private', the /24 of an IPv4 address, the /48 of an
 * IPv6 one, or 'unknown'. This tells a person's own network from a stranger's without identifying a household. The
 * function `address_class` of the database gives the same answers.
 */
export function addressClass(address: string | null): string {
  const plain = plainOf(address ?? '')
  const family = isIP(plain)
  if (family === 0) return 'unknown'
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  if (loopback.check(plain, kind)) return 'loopback'
  if (privateNetworks.check(plain, kind)) return 'private'
  if (family === 4) return plain.replace(/\d+$/, '0/24')
  return `${canonical(`${groupsOf(plain).slice(0, 3).join(':')}::`)}/48`
}

/** The eight groups of an IPv6 address. A dotted end counts as zeros, because the /48 cuts it off. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
}

/** The canonical spelling (RFC 5952), as the URL standard serializes it. */
const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

/** Who acted, for the audit log: address class and browser. The log is never changed, so no full address goes in. */
export const clientInfoOf = (address: string, userAgent: string | null | undefined): string =>
  `${addressClass(address)} ${userAgent ?? ''}`.slice(0, 300).trim()
