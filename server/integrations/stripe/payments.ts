import Stripe from 'stripe'
import type { Config } from '../../config.ts'
import type { EnteredKeys } from './enteredKeys.ts'

/** The payment provider's configuration in this process. */
export interface Payments {
  /**
   * - `stripe`: with Stripe's keys, on Stripe's API or another server that implements it;
   * - `sandbox`: with the built-in sandbox (decision 18);
   * - `unavailable`: without keys in production, the sandbox not allowed: nothing can be paid by card;
   * - `misconfigured`: a key is missing or of the wrong kind.
   */
  readonly mode: 'stripe' | 'sandbox' | 'unavailable' | 'misconfigured'
  /** The problem, for the log and the operator; never sent. */
  readonly problem: string | null
  /** Null where nothing can be paid by card. */
  readonly stripe: Stripe | null
  /** The publishable key for browsers; null where it cannot be used. */
  readonly publishableKey: string | null
  /** The API to which the sandbox's card form sends cards; null where Stripe's form is used. */
  readonly browserApiBase: string | null
  /** Verifies the provider's events. */
  readonly webhookSecret: string
  /** The monthly price that a membership subscribes to. */
  readonly priceId: string
}

/** The sandbox's addresses and keys. */
export interface SandboxAccess {
  /** Origin on the loopback interface, for this process. */
  readonly origin: string
  /** Path on the site, for browsers. */
  readonly path: string
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly priceId: string
}

const SECRET_KEY = /^(?:sk|rk)_(test|live)_\w+$/
const PUBLISHABLE_KEY = /^pk_(test|live)_\w+$/

/** Whether the environment has a key of Stripe's: then what the owner has entered does not count. */
export const hasKeys = ({ stripe, secrets }: Config): boolean =>
  secrets.stripeKey !== null || stripe.publishableKey !== null

/** Whether the built-in sandbox runs: the environment has no key at all, and it is allowed. */
export const usesSandbox = (config: Config): boolean => config.stripe.sandbox && !hasKeys(config)

/**
 * The configured provider. Keys that do not fit together are reported in `problem` and make card payment unavailable;
 * the rest of Dugout still works.
 *
 * @param sandbox the built-in sandbox, if it runs.
 * @param entered by the owner in the browser; those of the environment have precedence.
 */
export function createPayments(
  config: Config,
  sandbox: SandboxAccess | null,
  entered: EnteredKeys | null = null,
): Payments {
  const { stripe, secrets } = config
  if (hasKeys(config))
    return withKeys(config, {
      secretKey: secrets.stripeKey,
      publishableKey: stripe.publishableKey,
      webhookSecret: secrets.stripeWebhook,
      priceId: stripe.priceId ?? '',
    })
  if (entered)
    return entered.secrets
      ? withKeys(config, { ...entered, ...entered.secrets })
      : withoutCards('misconfigured', UNREADABLE)
  if (sandbox) {
    return {
      mode: 'sandbox',
      problem: null,
      stripe: createClient(sandbox.secretKey, sandbox.origin, config.stripe),
      publishableKey: sandbox.publishableKey,
      browserApiBase: sandbox.path,
      webhookSecret: sandbox.webhookSecret,
      priceId: sandbox.priceId,
    }
  }
  return withoutCards('unavailable', null)
}

const UNREADABLE = 'The keys were entered under another AUTH_SECRET: enter them again in Settings.'

interface Keys {
  readonly secretKey: string | null
  readonly publishableKey: string | null
  readonly webhookSecret: string | null
  readonly priceId: string
}

function withKeys({ stripe }: Config, { secretKey, publishableKey, webhookSecret, priceId }: Keys): Payments {
  const problem = keyProblem(secretKey, publishableKey, webhookSecret)
  if (problem || secretKey === null) return withoutCards('misconfigured', problem)
  return {
    ...{ mode: 'stripe', problem: null, publishableKey, browserApiBase: stripe.apiBase, priceId },
    stripe: createClient(secretKey, stripe.apiBase, stripe),
    webhookSecret: webhookSecret ?? '',
  }
}

/** The problem with the keys, by the names of the variables that hold them, or null; does not contain the keys. */
function keyProblem(
  secret: string | null,
  publishable: string | null,
  webhook: string | null,
): string | null {
  const [, secretMode] = SECRET_KEY.exec(secret ?? '') ?? []
  const [, publishableMode] = PUBLISHABLE_KEY.exec(publishable ?? '') ?? []
  if (!secretMode) return 'STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_.'
  if (!publishableMode) return 'STRIPE_PUBLISHABLE_KEY must start with pk_test_ or pk_live_.'
  if (secretMode !== publishableMode) return 'One Stripe key is for test mode and the other for live mode.'
  if (!webhook?.startsWith('whsec_')) return 'STRIPE_WEBHOOK_SECRET must start with whsec_.'
  return null
}

const withoutCards = (mode: 'unavailable' | 'misconfigured', problem: string | null): Payments => ({
  mode,
  problem,
  stripe: null,
  publishableKey: null,
  browserApiBase: null,
  webhookSecret: '',
  priceId: '',
})

/** A client of Stripe's API for a secret key. */
export function createClient(
  secretKey: string,
  apiBase: string | null,
  { timeoutSeconds }: Config['stripe'],
): Stripe {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: timeoutSeconds * 1_000,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Dugout' },
    ...(base && {
      protocol: base.protocol === 'https:' ? 'https' : 'http',
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
    }),
  })
}
