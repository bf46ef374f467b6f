import { z } from 'zod'
import { day, dollars, id, wallTime } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { change } from './changes.ts'
import { participation } from './participation.ts'

/** Something that the household has ahead, in facility time; a camp once for each of its days. */
export const nextUpItem = z.object({
  kind: z.enum(['booking', 'lesson', 'class', 'camp']),
  id: id.meta({ description: 'The booking, lesson or registration.' }),
  key: z.string().meta({ description: 'Unlike that of any other row: a camp has one for each day.' }),
  title: z.string().meta({ description: 'The name of the cage, coach, class or camp.' }),
  place: z.string().nullable().meta({ description: 'The cage of a lesson.' }),
  day,
  start_time: wallTime.nullable().meta({ description: 'Null for a camp without times.' }),
  end_time: wallTime.nullable(),
  part: z
    .object({ number: z.number().int(), of: z.number().int() })
    .nullable()
    .meta({ description: 'Which of the days of a camp it is; null where there is one.' }),
  cost: dollars.meta({ description: 'Of all days of a camp together.' }),
  paid: z.boolean().meta({ description: 'Or free; otherwise it is paid on arrival.' }),
  change: change.pick({ allowed: true, until: true, reason: true }).meta({
    description:
      'Until when it can be changed: of a camp as a whole. Seats in classes and camps are not moved.',
  }),
  ...participation,
})
export type NextUpItem = z.infer<typeof nextUpItem>

export const listNextUp = route({
  operationId: 'list-next-up',
  call: 'GET /api/me/next-up',
  access: 'signed-in',
  summary: "All that the caller's household has ahead, of every kind, soonest first",
  query: pageQuery.omit({ search_query: true, page_number: true }),
  answer: pageOf(nextUpItem),
  errors: ['cursor_invalid'],
})
