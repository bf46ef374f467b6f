import { hash } from 'node:crypto'
import {
  deleteCalendarFeed,
  getCalendarFeed,
  getMyCalendarFile,
  listOwnTimes,
  readCalendarFeed,
  renewCalendarFeed,
} from '../../../shared/contract/accounts/calendar.ts'
import {
  deleteCoachCalendar,
  getCoachCalendar,
  renewCoachCalendar,
} from '../../../shared/contract/lessons/coachCalendar.ts'
import { dayBounds } from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { PRIVATE } from '../../http/answers/problem.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { refuseTooMany } from '../../http/limits/rateLimits.ts'
import { calendarFile, sentCalendar } from '../../integrations/calendar/calendarFile.ts'
import { refuse } from '../../refusal.ts'
import { findCalendarEntries, listCalendarEntries } from '../households/calendarEntries.ts'
import { deleteFeed, type FeedTable, findCoachOfFeed, findFeed, findFeedOwner, renewFeed } from './feeds.ts'
import { listLessonsGiven } from './lessonsGiven.ts'
import { readOwnTimes } from './ownTimes.ts'

/** Cached only by the client, which revalidates each time; not for search engines. */
const FEED_HEADERS = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex, nofollow' } as const

export const calendarEndpoints = [
  endpoint(getCalendarFeed, (call) => madeAt(call, 'calendar_feeds')),
  endpoint(getCoachCalendar, (call) => madeAt(call, 'coach_calendar_feeds')),

  endpoint(renewCalendarFeed, (call) => renew(call, 'calendar_feeds')),
  endpoint(renewCoachCalendar, (call) => renew(call, 'coach_calendar_feeds')),

  endpoint(deleteCalendarFeed, (call) => remove(call, 'calendar_feeds')),
  endpoint(deleteCoachCalendar, (call) => remove(call, 'coach_calendar_feeds')),

  endpoint(getMyCalendarFile, async ({ context, db, query, user }) => {
    const [entries, facility] = await Promise.all([
      findCalendarEntries(db, user.profile, query.id),
      context.facility.get(),
    ])
    if (!entries) return refuse('booking_not_found')
    return new Response(sentCalendar(entries, facility, context.publicUrl()), {
      headers: {
        ...PRIVATE,
        'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
        'content-disposition': 'attachment; filename="booked.ics"',
      },
    })
  }),

  endpoint(listOwnTimes, async ({ context, db, query, user }) => {
    const { time_zone } = await context.facility.get()
    return reply(await readOwnTimes(db, user.profile, dayBounds(query.p_date, time_zone)))
  }),

  endpoint(readCalendarFeed, async ({ context, params, request }) => {
    const [, token] = /^([\w-]{43})\.ics$/.exec(params.file) ?? []
    const [found, facility] = await Promise.all([
      token === undefined ? null : entriesOf(context, token),
      context.facility.get(),
    ])
    if (!found) return refuse('calendar_not_found')
    const file = calendarFile(found.entries, facility, context.publicUrl(), found.about)
    const etag = `"${hash('sha256', file, 'base64url').slice(0, 22)}"`
    if (knows(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers: { ...FEED_HEADERS, etag } })
    }
    return new Response(file, {
      headers: {
        ...FEED_HEADERS,
        etag,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="bookings.ics"',
      },
    })
  }),
]

/** What a calendar with this secret has: an account's own bookings, or the lessons of a coach; null for no calendar. */
async function entriesOf({ db, clock }: Context, token: string) {
  const [owner, coach] = await Promise.all([findFeedOwner(db, token), findCoachOfFeed(db, token)])
  if (owner) {
    const about = { description: 'What you have booked at', path: '/account' }
    return { entries: await listCalendarEntries(db, owner, clock.now()), about }
  }
  if (!coach) return null
  const about = { description: 'The lessons that you give at', path: '/coach-dashboard' }
  return { entries: await listLessonsGiven(db, coach.coachId, clock.now()), about }
}

async function madeAt(
  { context, user }: Call<typeof getCalendarFeed | typeof getCoachCalendar>,
  table: FeedTable,
) {
  const made = await findFeed(context.db, table, user.profile.id)
  return reply({ created_at: made?.toISOString() ?? null })
}

/** Not under an idempotency key, which would store the answer with the secret. A repeated request makes another secret. */
async function renew(
  { context, user, actor }: Call<typeof renewCalendarFeed | typeof renewCoachCalendar>,
  table: FeedTable,
) {
  const { db, clock, limits } = context
  const limit = { name: 'calendar address of', subject: user.profile.id, most: 20, seconds: 3_600 }
  const tooMany = await refuseTooMany(limits, limit)
  if (tooMany) return tooMany
  const now = clock.now()
  const token = await transaction(db, actor, (tx) => renewFeed(tx, table, user.profile.id, now))
  return reply({ ...addressesOf(context.publicUrl(), token), created_at: now.toISOString() })
}

const remove = (call: Call<typeof deleteCalendarFeed | typeof deleteCoachCalendar>, table: FeedTable) =>
  runCommand(call, async (tx) => {
    await deleteFeed(tx, table, call.user.profile.id)
    return reply(null)
  })

/** A proxy that compresses turns the ETag into a weak one (RFC 9110 §13.1.2). */
const knows = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** The address as https:, as webcal: for calendar programs, and as a link for Google Calendar. */
function addressesOf(siteUrl: string, token: string) {
  const url = `${siteUrl}/api/calendar/${token}.ics`
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    url,
    webcal_url: webcal,
    google_url: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
  }
}
