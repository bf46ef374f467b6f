import type { Context } from '../../context.ts'
import { isSigned, sign } from '../../http/signature.ts'

type LinkContext = Pick<Context, 'config' | 'publicUrl'>

const PURPOSE = 'unsubscribe'

const normal = (email: string): string => email.trim().toLowerCase()

/** Whether we signed this address for unsubscribing. Links have no end: mail is read years later. */
export const isUnsubscribeSigned = (
  { config }: Pick<Context, 'config'>,
  email: string,
  signature: string,
): boolean => isSigned(config.secrets.auth, PURPOSE, normal(email), signature)

/** The page on which a person unsubscribes with one click (decision 26). */
export const unsubscribePageUrl = (context: LinkContext, email: string): string =>
  `${context.publicUrl()}/unsubscribe?${signedQuery(context, email)}`

/** Where a mail program posts to (RFC 8058); a person who opens it gets to the page. */
export const oneClickUrl = (context: LinkContext, email: string): string =>
  `${context.publicUrl()}/api/unsubscribe/one-click?${signedQuery(context, email)}`

/** The same page, on this site and with the query as it was given. */
export const unsubscribePagePath = (email: string, signature: string): string =>
  `/unsubscribe?${new URLSearchParams({ email, signature })}`

function signedQuery({ config }: LinkContext, email: string): URLSearchParams {
  const address = normal(email)
  return new URLSearchParams({ email: address, signature: sign(config.secrets.auth, PURPOSE, address) })
}
