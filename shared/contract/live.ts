import { z } from 'zod'
import { type TopicKindName, topicKinds } from '../domain/liveTopics.ts'
import { day, id } from './fields.ts'
import { route } from './route.ts'

/** The most topics of one stream: a month of days and what is followed beside them. */
export const MOST_TOPICS = 40
const LONGEST_LIST = 2_500

const parts = { day, id }

function isTopic(name: string): boolean {
  const [kind = '', ...given] = name.split(':')
  if (!Object.hasOwn(topicKinds, kind)) return false
  const expected: readonly (keyof typeof parts)[] = topicKinds[kind as TopicKindName].parts
  return (
    given.length === expected.length && expected.every((part, at) => parts[part].safeParse(given[at]).success)
  )
}

export const liveEvents = route({
  operationId: 'live-events',
  call: 'GET /api/events',
  access: 'public',
  summary:
    'Server-sent events: `changed` with the name of a followed topic whenever the topic changes, and nothing else. ' +
    `Topics: ${Object.entries(topicKinds)
      .map(([kind, { access, parts }]) => `${[kind, ...parts].join(':')} (${access})`)
      .join(', ')}`,
  query: z.object({
    topics: z
      .string()
      .max(LONGEST_LIST)
      .refine((list) => {
        const names = list.split(',')
        return names.length <= MOST_TOPICS && names.every(isTopic)
      }, `Name at most ${MOST_TOPICS} topics, separated by commas.`)
      .meta({ example: 'schedule:2026-11-24,schedule:2026-11-25' }),
  }),
  answer: z.string().meta({ contentType: 'text/event-stream' }),
  errors: ['too_many_streams', 'unauthenticated', 'forbidden', 'second_factor_due'],
})
