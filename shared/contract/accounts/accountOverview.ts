import { z } from 'zod'
import { day, id, wallTime } from '../fields.ts'
import { subscription } from '../memberships/memberships.ts'
import { route } from '../route.ts'
import { participation } from './participation.ts'

/** One upcoming booking, lesson, class session or camp of the customer, in facility time. */
export const upcomingItem = z.object({
  id: id.meta({ description: 'The booking or registration.' }),
  page_id: id.meta({ description: 'Whose page tells more: the class, coach, cage or camp.' }),
  title: z.string().meta({ description: 'The name of the class, coach, cage or camp.' }),
  day: day.meta({ description: 'Of a camp, the next day.' }),
  start_time: wallTime.nullable().meta({ description: 'Null for a camp without timeslots.' }),
  end_time: wallTime.nullable(),
  ...participation,
  paid: z.boolean().meta({ description: 'Or free; otherwise it is paid on arrival.' }),
})
export type UpcomingItem = z.infer<typeof upcomingItem>

export const upcomingList = z.object({
  count: z.number().int().meta({ description: 'All that are not canceled and not over.' }),
  next: z.array(upcomingItem).max(3).meta({ description: 'The first three, soonest first (spec 2 §9).' }),
})
export type UpcomingList = z.infer<typeof upcomingList>

export const accountOverview = z.object({
  subscription: subscription.nullable(),
  classes: upcomingList,
  lessons: upcomingList,
  bookings: upcomingList,
  camps: upcomingList,
})
export type AccountOverview = z.infer<typeof accountOverview>

export const getAccountOverview = route({
  operationId: 'get-account-overview',
  call: 'GET /api/me/overview',
  access: 'signed-in',
  summary: "The caller's membership, and how much of each kind is coming up with the next three",
  answer: accountOverview,
})
