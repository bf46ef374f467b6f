/** What a bank's page or a link has left in the address of `/membership`. */
export interface MembershipSearch {
  /** What was under way: joining, giving another card, or confirming a payment. */
  readonly card?: CardWay | undefined
  /** The setup intent that came back, as the provider adds it. */
  readonly setup_intent?: string | undefined
}

const ways = ['join', 'update', 'confirm'] as const
export type CardWay = (typeof ways)[number]

/** Reads the search; what is not understood is left out, the provider's secrets with it. */
export function readMembershipSearch(search: Record<string, unknown>): MembershipSearch {
  const card = ways.find((way) => way === search.card)
  const { setup_intent: setup } = search
  const isSetup = typeof setup === 'string' && /^seti_\w{1,250}$/.test(setup)
  return { ...(card && { card }), ...(card && isSetup && { setup_intent: setup }) }
}

/** Where a bank's page leads back to. */
export const returnUrl = (origin: string, way: CardWay): string => `${origin}/membership?card=${way}`
