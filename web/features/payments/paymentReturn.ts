/** What the address says after a bank's page has led back (spec 1 §4: `/account?payment=success`). */
export interface PaymentReturn {
  readonly paymentIntentId: string
  readonly clientSecret: string
}

const ownKeys = [
  'payment',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_redirect_slug',
] as const

/** The address to which a bank's page leads back: a path of this site, with or without a search. */
export function paymentReturnUrl(origin: string, path: string): string {
  const url = new URL(path, origin)
  url.searchParams.set('payment', 'success')
  return url.href
}

/**
 * Reads the search of an address; null where nothing was paid. 'success' is only what the address is called: how the payment
 * stands is asked of the server.
 */
export function readPaymentReturn(search: URLSearchParams): PaymentReturn | null {
  const paymentIntentId = search.get('payment_intent') ?? ''
  const clientSecret = search.get('payment_intent_client_secret') ?? ''
  if (search.get('payment') !== 'success' || !/^pi_\w+$/.test(paymentIntentId)) return null
  return clientSecret.startsWith(`${paymentIntentId}_secret_`) ? { paymentIntentId, clientSecret } : null
}

/** The search without what belongs to the return, so that no client secret stays in the address or the history. */
export function withoutPaymentReturn<Search extends Record<string, unknown>>(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, isOwn(key) ? undefined : value]),
  ) as Search
}

const isOwn = (key: string) => ownKeys.some((own) => own === key)

const key = 'payment_return'

/** Keeps a return while it is asked how it ended: a reload asks again, and no secret stays in the address. */
export function keepReturn(returned: PaymentReturn | null): void {
  try {
    if (returned) sessionStorage.setItem(key, JSON.stringify(returned))
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage a reload asks nothing: an email gives the result.
  }
}

export function keptReturn(): PaymentReturn | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
