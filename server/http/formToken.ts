import { getFormToken } from '../../shared/contract/forms.ts'
import { newDevice, readDevice, writeDevice } from './deviceCookie.ts'
import { endpoint } from './endpoint.ts'
import { issueFormToken } from './guestCheck.ts'
import { jsonResponse } from './json.ts'
import { PRIVATE } from './problem.ts'

/**
 * Gives a form its token, and a browser that has none the name under which its attempts are counted. An existing cookie
 * is not replaced: this answer may arrive after that of a sign-in, which adds a mark.
 */
export const formTokenEndpoint = endpoint(getFormToken, ({ context, request }) => {
  const known = readDevice(context, request.headers)
  const device = known ?? { name: newDevice(), marks: [] }
  return jsonResponse({ form_token: issueFormToken(context, device.name) }, 200, {
    ...PRIVATE,
    ...(known ? {} : { 'set-cookie': writeDevice(context, device) }),
  })
})
