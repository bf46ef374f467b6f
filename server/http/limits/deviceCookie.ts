import { randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { isSigned, sign } from '../answers/signature.ts'

const DEVICE_PURPOSE = 'device'
const ACCOUNT_PURPOSE = 'device of an account'
const COOKIE_DAYS = 365
const DAY_SECONDS = 24 * 3_600
/** Enough for a household's computer or a front desk. Beyond it the account that signed in longest ago loses its mark. */
const MAX_ACCOUNTS = 12

/**
 * A browser as its cookie names it: `name.signature`, then after each `~` a mark `since.nonce.signature` for an account
 * that has signed in here or a sign-up that was entered here. The cookie does not reveal them: a mark can be found only
 * with the id of its account or sign-up.
 */
export interface Device {
  /** Random; this browser's attempts are counted under it. */
  readonly name: string
  /** Newest first. */
  readonly marks: readonly string[]
}

type CookieParts = { readonly config: Config; readonly clock: Clock }

/** A browser's name for rate limits: random, says nothing about its owner. */
export const newDevice = (): string => randomBytes(12).toString('base64url')

const isSecure = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https:') ?? false

/** `__Host-` binds the cookie to this host and to TLS (RFC 6265bis §4.1.3.2), so it needs https. */
export const deviceCookieName = (config: Config): string =>
  isSecure(config) ? '__Host-dugout_device' : 'dugout_device'

/** The browser that a request comes from; null when it has no cookie, or none of ours. */
export function readDevice({ config }: Pick<CookieParts, 'config'>, headers: Headers): Device | null {
  const cookieName = deviceCookieName(config)
  const value = parse(headers.get('cookie') ?? '', cookieName)[cookieName]
  const [own = '', ...marks] = (value ?? '').split('~')
  const [name = '', signature = ''] = own.split('.')
  if (!isSigned(config.secrets.auth, DEVICE_PURPOSE, name, signature)) return null
  return { name, marks: marks.slice(0, MAX_ACCOUNTS) }
}

/** The `Set-Cookie` header with the browser's name and marks. */
export const writeDevice = ({ config }: Pick<CookieParts, 'config'>, device: Device): string =>
  serialize(
    deviceCookieName(config),
    [`${device.name}.${sign(config.secrets.auth, DEVICE_PURPOSE, device.name)}`, ...device.marks].join('~'),
    {
      path: isSecure(config) ? '/' : '/api',
      httpOnly: true,
      sameSite: 'Lax',
      secure: isSecure(config),
      maxAge: COOKIE_DAYS * DAY_SECONDS,
    },
  )

/**
 * The mark that this account left on the device when it last signed in there, at most a year ago; null when it never
 * did. A mark of another device or account is not valid, so a mark is useless without the rest of its cookie.
 */
export function markOf(parts: CookieParts, device: Device, accountId: string): string | null {
  const oldest = parts.clock.now().getTime() / 1_000 - COOKIE_DAYS * DAY_SECONDS
  return (
    device.marks.find((mark) => {
      const [since = '', nonce = '', signature = ''] = mark.split('.')
      const text = markText(device, accountId, since, nonce)
      return (
        isSigned(parts.config.secrets.auth, ACCOUNT_PURPOSE, text, signature) &&
        Number.parseInt(since, 36) > oldest
      )
    }) ?? null
  )
}

/** The device with a new mark of this account in place of its old one, so that a copy of the old cookie expires. */
export function markDevice(parts: CookieParts, device: Device, accountId: string): Device {
  const since = Math.floor(parts.clock.now().getTime() / 1_000).toString(36)
  const nonce = randomBytes(12).toString('base64url')
  const signature = sign(
    parts.config.secrets.auth,
    ACCOUNT_PURPOSE,
    markText(device, accountId, since, nonce),
  )
  const old = markOf(parts, device, accountId)
  const others = device.marks.filter((mark) => mark !== old)
  return { ...device, marks: [`${since}.${nonce}.${signature}`, ...others].slice(0, MAX_ACCOUNTS) }
}

const markText = (device: Device, accountId: string, since: string, nonce: string): string =>
  [device.name, accountId, since, nonce].join('.')
