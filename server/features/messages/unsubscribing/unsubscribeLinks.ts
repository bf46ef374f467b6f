import type { Context } from '../../../context.ts'
import { isSigned, sign } from '../../../http/answers/signature.ts'

type LinkContext = Pick<Context, 'config' | 'publicUrl'>

const PURPOSE = 'unsubscribe'

const normal = (email: string): string => email.trim().toLowerCase()

/** Whether we signed this address for unsubscribing. Links do not expire: mail is read years later. */
export const isUnsubscribeSigned = (
  { config }: Pick<Context, 'config'>,
  email: string,
  signature: string,
): boolean => isSigned(config.secrets.auth, PURPOSE, normal(email), signature)

/** The page on which a person unsubscribes with one click (decision 26). */
export const unsubscribePageUrl = (context: LinkContext, email: string): string =>
  `${context.publicUrl()}/unsubscribe?${signedQuery(context, email)}`

/** The URL that a mail program posts to (RFC 8058); opened in a browser it redirects to the page. */
export const oneClickUrl = (context: LinkContext, email: string): string =>
  `${context.publicUrl()}/api/unsubscribe/one-click?${signedQuery(context, email)}`

/** The path of the page, with the given query. */
export const unsubscribePagePath = (email: string, signature: string): string =>
  `/unsubscribe?${new URLSearchParams({ email, signature })}`

function signedQuery({ config }: LinkContext, email: string): URLSearchParams {
  const address = normal(email)
  return new URLSearchParams({ email: address, signature: sign(config.secrets.auth, PURPOSE, address) })
}
