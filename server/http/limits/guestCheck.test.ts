import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf } from '../../test/answers.ts'
import { agedFormToken } from '../../test/formToken.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { checkGuest, issueFormToken } from './guestCheck.ts'

const START = Date.parse('2026-11-21T18:00:00Z')
let ahead = 0

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => new Date(START + ahead) } })
})
afterAll(() => app.close())

const ask = async (cookie = '') => {
  const response = await app.request('/api/form-token', { cookie })
  const { form_token } = await bodyOf<{ form_token: string }>(response)
  return { form_token, response, cookie: response.headers.getSetCookie()[0] ?? '' }
}

const checkedAfter = (seconds: number, form: { form_token?: string; website?: string }) => {
  ahead += seconds * 1_000
  return checkGuest(app.context, form)
}
const failed = expect.objectContaining({ code: 'form_check_failed' })

describe('get-form-token', () => {
  test('gives a token that a person can send the form with', async () => {
    const { form_token } = await ask()

    expect(checkedAfter(2, { form_token })).toEqual({ device: expect.stringMatching(/^[\w-]{16}$/) })
  })

  test('recognizes a device by a cookie that no script can read', async () => {
    const first = await ask()
    const again = await ask(first.cookie.split(';')[0])
    const stranger = await ask()

    expect(first.cookie).toMatch(/^dugout_device=[^;]+; .*HttpOnly.*SameSite=Lax/)
    expect(again.form_token.split('.')[1]).toBe(first.form_token.split('.')[1])
    expect(stranger.form_token.split('.')[1]).not.toBe(first.form_token.split('.')[1])
  })

  test('accepts no device cookie without a valid signature', async () => {
    const { form_token } = await ask('dugout_device=madeup.signature')

    expect(form_token).not.toContain('madeup')
  })

  test('is not cached', async () => {
    expect((await ask()).response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('the check', () => {
  test('refuses a form that was sent too quickly, and one that was open for more than a day', async () => {
    const { form_token } = await ask()

    expect(checkedAfter(1, { form_token })).toEqual(failed)
    expect(checkedAfter(24 * 3_600, { form_token })).toEqual(failed)
  })

  test('refuses a form without a token', () => {
    expect(checkedAfter(0, {})).toEqual(failed)
  })

  test.each(['', '.', '..', 'a.b.c', '....', 'mi8xk.device.signature', 'NaN..', '\u0000.\u0000.\u0000'])(
    'refuses the token %j',
    (form_token) => {
      expect(checkedAfter(10, { form_token })).toEqual(failed)
    },
  )

  test('refuses a token whose time or device was changed', () => {
    const [issued, device, signature] = agedFormToken(app).split('.')

    expect(checkedAfter(0, { form_token: `${Number(issued) - 1}.${device}.${signature}` })).toEqual(failed)
    expect(checkedAfter(0, { form_token: `${issued}.${device}x.${signature}` })).toEqual(failed)
  })

  test('refuses the token of another installation', () => {
    const { config } = app.context
    const elsewhere = {
      ...config,
      secrets: { ...config.secrets, auth: 'another-secret-of-another-facility' },
    }

    expect(
      checkedAfter(10, { form_token: issueFormToken({ ...app.context, config: elsewhere }, 'x') }),
    ).toEqual(failed)
  })

  test('detects a program by the hidden field', () => {
    expect(checkedAfter(0, { form_token: agedFormToken(app), website: 'https://spam.test' })).toBe('program')
  })
})
