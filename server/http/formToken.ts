import { parse, serialize } from 'hono/utils/cookie'
import { getFormToken } from '../../shared/contract/forms.ts'
import type { Context } from '../context.ts'
import { endpoint } from './endpoint.ts'
import { deviceCookie, issueFormToken, newDevice, readDevice } from './guestCheck.ts'
import { jsonResponse } from './json.ts'
import { PRIVATE } from './problem.ts'

const COOKIE = 'dugout_device'
const COOKIE_SECONDS = 90 * 24 * 3_600

/** Gives a form its token, and the browser the name under which its attempts are counted. */
export const formTokenEndpoint = endpoint(getFormToken, ({ context, request }) => {
  const cookies = parse(request.headers.get('cookie') ?? '', COOKIE)
  const device = readDevice(context, cookies[COOKIE]) ?? newDevice()
  return jsonResponse({ form_token: issueFormToken(context, device) }, 200, {
    ...PRIVATE,
    'set-cookie': cookieOf(context, device),
  })
})

const cookieOf = (context: Context, device: string): string =>
  serialize(COOKIE, deviceCookie(context, device), {
    path: '/api',
    httpOnly: true,
    sameSite: 'Lax',
    secure: context.publicUrl().startsWith('https:'),
    maxAge: COOKIE_SECONDS,
  })
