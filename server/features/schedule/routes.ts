import {
  getAllBookingsForAdmin,
  getBookingAdmin,
  getDailySchedule,
  listScheduleDays,
} from '../../../shared/contract/bookings/bookingLists.ts'
import { getScheduleDay } from '../../../shared/contract/bookings/scheduleDay.ts'
import { listScheduleLoad } from '../../../shared/contract/bookings/scheduleLoad.ts'
import { exportBookings } from '../../../shared/contract/people/exports.ts'
import { searchStaff } from '../../../shared/contract/people/staffSearch.ts'
import {
  exportRoster,
  listRosterCandidates,
  listRosters,
  readRoster,
} from '../../../shared/contract/programs/rosters.ts'
import { wallClockOf } from '../../../shared/domain/time/wallClock.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { type DayRangeQuery, spanOf } from '../../db/dayRange.ts'
import { exportList } from '../../http/answers/csvDownload.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { findListed } from './bookingEntries.ts'
import { allBookings, bookingColumns } from './bookingFile.ts'
import { listBookings, readBookingTotals } from './bookingList.ts'
import { findRosterItem, readCheckInRoster, rosterColumns } from './checkInRoster.ts'
import { searchEverything } from './everything.ts'
import { findCandidates } from './rosterCandidates.ts'
import { readRosters } from './rosters.ts'
import { readScheduleDay, readScheduleDays } from './schedule.ts'
import { readWholeDay } from './scheduleDay.ts'
import { readScheduleLoad } from './scheduleLoad.ts'

const momentOf = async (context: Context) => ({
  timeZone: (await context.facility.get()).time_zone,
  now: context.clock.now(),
})

export const scheduleEndpoints = [
  endpoint(getAllBookingsForAdmin, async ({ context, query }) => {
    const { totals: isAdded, ...asked } = query
    const { now, filters } = await filtersOf(context, asked)
    const [page, totals] = await Promise.all([
      listBookings(context.db, filters, now),
      isAdded && !query.cursor ? readBookingTotals(context.db, filters, now) : undefined,
    ])
    return page instanceof Refusal ? page : reply({ ...page, ...(totals !== undefined && { totals }) })
  }),

  endpoint(exportBookings, async (call) => {
    const { context, query } = call
    const { time_zone } = await context.facility.get()
    const { now, filters } = await filtersOf(context, query)
    return exportList(call, {
      name: 'bookings',
      table: 'bookings',
      columns: bookingColumns(wallClockOf(time_zone)),
      batches: allBookings(context.db, filters, now),
    })
  }),

  endpoint(getBookingAdmin, async ({ context, params }) => {
    const found = await findListed(context.db, params.id, context.clock.now())
    return found ? reply(found) : refuse('booking_not_found')
  }),

  endpoint(getDailySchedule, async ({ context, query }) => {
    const { time_zone } = await context.facility.get()
    return reply(await readScheduleDay(context.db, query.schedule_date, time_zone))
  }),

  endpoint(getScheduleDay, async ({ context, query }) => {
    const { time_zone: timeZone } = await context.facility.get()
    const now = context.clock.now()
    return reply(await readWholeDay(context.db, { day: query.schedule_date, timeZone, now }))
  }),

  endpoint(listScheduleDays, async ({ context, query }) => {
    const { time_zone: timeZone } = await context.facility.get()
    const { start_date: from, end_date: to, per_day: perDay } = query
    const { search_query: search, status_filter: status } = query
    return reply(await readScheduleDays(context.db, { from, to, perDay, search, status, timeZone }))
  }),

  endpoint(listScheduleLoad, async ({ context, query }) => {
    const range = { from: query.start_date, to: query.end_date }
    const facility = await context.facility.get()
    return reply(await readScheduleLoad(context.db, { ...range, facility, now: context.clock.now() }))
  }),

  endpoint(listRosters, async ({ context, query }) => {
    const at = await momentOf(context)
    return reply(await readRosters(context.db, query.schedule_date, at))
  }),

  endpoint(readRoster, async ({ context, actor, params }) => {
    const at = await momentOf(context)
    const roster = await transaction(context.db, actor, (tx) => readCheckInRoster(tx, params, at))
    return roster ? reply(roster) : refuse('roster_not_found')
  }),

  endpoint(exportRoster, async (call) => {
    const { context, actor, params } = call
    const at = await momentOf(context)
    if (!(await findRosterItem(context.db, params))) return refuse('roster_not_found')
    return exportList(
      { context, actor, query: params },
      {
        name: `roster-${params.kind}`,
        table: 'participant_care',
        columns: rosterColumns,
        batches: (async function* () {
          const roster = await transaction(context.db, actor, (tx) => readCheckInRoster(tx, params, at))
          yield roster?.seats ?? []
        })(),
      },
    )
  }),

  endpoint(listRosterCandidates, async ({ context, params, query }) => {
    const found = await findCandidates(context.db, params, query.search_term)
    return found ? reply(found) : refuse('roster_not_found')
  }),

  endpoint(searchStaff, async ({ context, query }) =>
    reply(await searchEverything(context.db, query.search_query, context.clock.now())),
  ),
]

/** The filters of the list of bookings, its days as instants. */
async function filtersOf<Query extends DayRangeQuery>(context: Context, query: Query) {
  const { time_zone } = await context.facility.get()
  const now = context.clock.now()
  const { range: _, from_day: __, to_day: ___, ...filters } = query
  return { now, filters: { ...filters, span: spanOf(query, now, time_zone) } }
}
