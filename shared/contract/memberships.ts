import { z } from 'zod'
import { id, instant } from './fields.ts'
import { route } from './route.ts'

/** The states in which a membership is there; only these are ever loaded (spec 2 §4, 'Subscription loading'). */
export const liveSubscriptionStatus = z.enum(['active', 'trialing', 'past_due', 'unpaid'])
export type LiveSubscriptionStatus = z.infer<typeof liveSubscriptionStatus>

export const subscription = z.object({
  id,
  status: liveSubscriptionStatus,
  cancel_at_period_end: z
    .boolean()
    .meta({ description: 'It runs until the period ends and does not renew.' }),
  current_period_start: instant.nullable(),
  current_period_end: instant.nullable(),
  created_at: instant,
})
export type Subscription = z.infer<typeof subscription>

export const getSubscription = route({
  operationId: 'get-subscription',
  method: 'get',
  path: '/api/me/subscription',
  access: 'signed-in',
  summary: "The caller's live membership, the newest if there were several; null without one",
  status: 200,
  answer: z.object({ subscription: subscription.nullable() }),
  errors: [],
})

export const cancelSubscription = route({
  operationId: 'cancel-subscription',
  method: 'post',
  path: '/api/memberships/cancel',
  access: 'signed-in',
  summary: "Ends the caller's membership with its current period",
  status: 200,
  answer: z.object({ message: z.string(), current_period_end: instant.nullable() }),
  errors: ['subscription_not_found', 'payment_provider_unavailable'],
})
