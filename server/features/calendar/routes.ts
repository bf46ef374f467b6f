import { hash } from 'node:crypto'
import {
  deleteCalendarFeed,
  getCalendarFeed,
  readCalendarFeed,
  renewCalendarFeed,
} from '../../../shared/contract/calendar.ts'
import { transaction } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { refuseTooMany } from '../../http/rateLimits.ts'
import { calendarFile } from '../../integrations/calendar/calendarFile.ts'
import { refuse } from '../../refusal.ts'
import { listCalendarEntries } from './entries.ts'
import { deleteFeed, findFeed, findFeedOwner, renewFeed } from './feeds.ts'

/** Cached only by the client, which revalidates each time; not for search engines. */
const FEED_HEADERS = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex, nofollow' } as const

export const calendarEndpoints = [
  endpoint(getCalendarFeed, async ({ context, user }) => {
    const made = await findFeed(context.db, user.profile.id)
    return reply({ created_at: made?.toISOString() ?? null })
  }),

  // Not under an idempotency key, which would store the answer with the secret. A repeated request makes another secret.
  endpoint(renewCalendarFeed, async ({ context, user, actor }) => {
    const { db, clock, limits } = context
    const limit = { name: 'calendar address of', subject: user.profile.id, most: 20, seconds: 3_600 }
    const tooMany = await refuseTooMany(limits, limit)
    if (tooMany) return tooMany
    const now = clock.now()
    const token = await transaction(db, actor, (tx) => renewFeed(tx, user.profile.id, now))
    return reply({ ...addressesOf(context.publicUrl(), token), created_at: now.toISOString() })
  }),

  endpoint(deleteCalendarFeed, (call) =>
    runCommand(call, async (tx) => {
      await deleteFeed(tx, call.user.profile.id)
      return reply(null)
    }),
  ),

  endpoint(readCalendarFeed, async ({ context, params, request }) => {
    const [, token] = /^([\w-]{43})\.ics$/.exec(params.file) ?? []
    const owner = token === undefined ? null : await findFeedOwner(context.db, token)
    if (!owner) return refuse('calendar_not_found')
    const [entries, facility] = await Promise.all([
      listCalendarEntries(context.db, owner, context.clock.now()),
      context.facility.get(),
    ])
    const file = calendarFile(entries, facility, context.publicUrl())
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
