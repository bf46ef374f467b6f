/** How full days are, as the overviews of a week and a month show it. */

import { z } from 'zod'
import { day, dollars, id, instant } from '../fields.ts'
import { route } from '../route.ts'

const program = z.object({
  id: id.meta({ description: "Of the class's session, the camp's session or the closure." }),
  kind: z.enum(['class', 'camp', 'closure']),
  title: z.string(),
  start_time: instant,
  end_time: instant,
  taken: z.number().int().nullable().meta({ description: 'Spots that are taken; null for a closure.' }),
  max_spots: z.number().int().nullable(),
})
export type LoadProgram = z.infer<typeof program>

const loadSlot = z.object({
  start_time: instant,
  booked: z.number().int().meta({ description: 'Cages that something takes.' }),
  cages: z.number().int().meta({ description: 'Cages in service that are not closed then.' }),
})
export type LoadSlot = z.infer<typeof loadSlot>

const scheduleLoad = z.object({
  days: z.array(
    z.object({
      date: day,
      booked: z.number().int().meta({ description: 'What begins on that day; of a class, its sessions.' }),
      paid: dollars.meta({ description: 'What is paid of it.' }),
      due: dollars,
      slots: z.array(loadSlot).meta({ description: 'The half hours in which the facility is open.' }),
      programs: z.array(program),
    }),
  ),
})
export type ScheduleLoad = z.infer<typeof scheduleLoad>

const MOST_DAYS = 42

export const listScheduleLoad = route({
  operationId: 'list-schedule-load',
  call: 'GET /api/admin/schedule/load',
  access: 'desk',
  summary:
    'How full several facility days are by the half hour, with their money, classes, camps and closures',
  query: z.object({ start_date: day, end_date: day }).refine(({ start_date, end_date }) => {
    const days = (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 + 1
    return days >= 1 && days <= MOST_DAYS
  }, `Ask for 1 to ${MOST_DAYS} days.`),
  answer: scheduleLoad,
})
