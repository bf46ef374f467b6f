import { type FormCheck, getFormToken } from '../../../shared/contract/forms.ts'
import type { Context } from '../../context.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { jsonResponse } from '../answers/json.ts'
import { PRIVATE } from '../answers/problem.ts'
import { isSigned, sign } from '../answers/signature.ts'
import { endpoint } from '../endpoint.ts'
import { newDevice, readDevice, writeDevice } from './deviceCookie.ts'

type CheckContext = Pick<Context, 'config' | 'clock'>

const PURPOSE = 'form-token'
/** No person fills in a form faster than this; most programs do. */
const MIN_MILLISECONDS = 2_000
const MAX_MILLISECONDS = 24 * 3_600_000

/** The result of the check: the device that sent the form, or a program that filled in the hidden field. */
export type GuestCheck = { readonly device: string } | 'program'

/** The token of a form that a device opens now: `instant.device.signature`. */
export function issueFormToken({ config, clock }: CheckContext, device: string): string {
  const payload = `${clock.now().getTime().toString(36)}.${device}`
  return `${payload}.${sign(config.secrets.auth, PURPOSE, payload)}`
}

/**
 * The invisible bot check of a visitor's form (decision 27). `form_check_failed` when the token is missing, not
 * ours, younger than two seconds or older than a day: a person sends the form again with a new one. A
 * program that filled in the hidden field is not told: the caller answers as if the form were accepted, and does
 * nothing.
 */
export function checkGuest({ config, clock }: CheckContext, form: FormCheck): GuestCheck | Refusal {
  if (form.website) return 'program'
  const [issued = '', device = '', signature = ''] = (form.form_token ?? '').split('.')
  if (!isSigned(config.secrets.auth, PURPOSE, `${issued}.${device}`, signature))
    return refuse('form_check_failed')
  const age = clock.now().getTime() - Number.parseInt(issued, 36)
  if (age < MIN_MILLISECONDS || age > MAX_MILLISECONDS) return refuse('form_check_failed')
  return { device }
}

/**
 * Gives a form its token, and a browser without a device cookie the name under which its attempts are counted. A cookie
 * that exists is not replaced: this answer may arrive after that of a sign-in, which adds a mark.
 */
export const formTokenEndpoint = endpoint(getFormToken, ({ context, request }) => {
  const known = readDevice(context, request.headers)
  const device = known ?? { name: newDevice(), marks: [] }
  return jsonResponse({ form_token: issueFormToken(context, device.name) }, 200, {
    ...PRIVATE,
    ...(known ? {} : { 'set-cookie': writeDevice(context, device) }),
  })
})
