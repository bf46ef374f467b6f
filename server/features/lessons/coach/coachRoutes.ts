/** What a coach reads of own lessons and clients. */

import {
  listClientParticipants,
  searchCoachClients,
} from '../../../../shared/contract/lessons/coachClients.ts'
import { getCoachBookings, getCoachDay } from '../../../../shared/contract/lessons/coachLessons.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { type Limit, refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { readClientParticipants, searchClients } from './clientSearch.ts'
import { countLessons, findNextFree } from './coachDay.ts'
import { type CoachReader, findNextLesson, listCoachLessons, readDayOf } from './coachLessons.ts'

export const coachPortalEndpoints = [
  endpoint(getCoachBookings, async ({ context, db, user, query }) => {
    const reader = await readerOf(context, user.profile)
    if (reader?.coachId !== query.p_coach_id.toLowerCase()) return refuse('coach_not_found')
    const { p_coach_id, ...asked } = query
    const page = await listCoachLessons(db, asked, reader)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(getCoachDay, async ({ context, db, user }) => {
    const reader = await readerOf(context, user.profile)
    if (!reader) return refuse('coach_not_found')
    const facility = await context.facility.get()
    const [lessons, next, next_free, counters] = await Promise.all([
      readDayOf(db, reader),
      findNextLesson(db, reader),
      findNextFree(db, reader, facility),
      countLessons(db, reader),
    ])
    return reply({ day: reader.today, lessons, next, next_free, counters })
  }),

  endpoint(searchCoachClients, async ({ context, db, user, query }) => {
    const reader = await readerOf(context, user.profile)
    if (!reader) return refuse('coach_not_found')
    const tooMany = query.search_query ? await refuseTooMany(context.limits, searchesBy(reader)) : null
    if (tooMany) return tooMany
    const page = await searchClients(db, query, reader)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(listClientParticipants, async ({ context, db, actor, params, user }) => {
    const reader = await readerOf(context, user.profile)
    if (!reader) return refuse('coach_not_found')
    const tooMany = await refuseTooMany(context.limits, householdsFor(user.profile))
    if (tooMany) return tooMany
    const people = await transaction(db, actor, (tx) => readClientParticipants(tx, params.id, reader))
    return people ? reply(people) : refuse('user_not_found')
  }),
]

/** Far more than a person who types and books. They keep a coach from reading everybody's name, one after the other. */
const searchesBy = ({ userId }: CoachReader): Limit => ({
  name: 'client search by',
  subject: userId,
  most: 600,
  seconds: 3_600,
})
const householdsFor = ({ id }: { readonly id: string }): Limit => ({
  name: 'household for',
  subject: id,
  most: 60,
  seconds: 3_600,
})

/** The coach that the account is linked to; null without a coach profile. */
async function readerOf(context: Context, { id }: { id: string }): Promise<CoachReader | null> {
  const [coach, { time_zone }] = await Promise.all([
    context.db.selectFrom('coaches').select('id').where('user_id', '=', id).executeTakeFirst(),
    context.facility.get(),
  ])
  const now = context.clock.now()
  return coach ? { coachId: coach.id, userId: id, now, today: facilityDay(now, time_zone) } : null
}
