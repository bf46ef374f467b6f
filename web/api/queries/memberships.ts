import { read } from '../read.ts'

/** The signed-in customer's live membership; its `subscription` is null without one. */
export const subscriptionQuery = read('GET /api/me/subscription')

/** What the membership costs, what is agreed to, and the founders spots that are left. */
export const membershipOfferQuery = { ...read('GET /api/memberships/offer'), staleTime: 30_000 }
