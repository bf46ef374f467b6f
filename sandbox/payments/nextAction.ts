import type { Settings } from '../settings.ts'
import { randomText } from '../store/ids.ts'
import type { Hidden } from '../store/tables.ts'

/** How a page takes its customer to the bank. */
export interface ActionOptions {
  /** A script of the page opens the bank's page (`use_stripe_sdk`), instead of a redirect. */
  readonly useSdk: boolean
  readonly returnUrl?: string | undefined
}

/** The next action for authentication: both forms lead to the same page, which works once. */
export function newAction({ publicBase }: Settings, hidden: Hidden, { useSdk, returnUrl }: ActionOptions) {
  const token = randomText(32)
  const url = `${publicBase()}/authenticate/${token}`
  return {
    action:
      useSdk || returnUrl === undefined
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
        : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
    hidden: { ...hidden, token, ...(returnUrl === undefined ? {} : { returnUrl }) },
  }
}

/** Invalidates the page of an earlier action. */
export function withoutAction({ token: _token, returnUrl: _returnUrl, ...rest }: Hidden): Hidden {
  return rest
}
