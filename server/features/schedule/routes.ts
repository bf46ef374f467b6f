import {
  getAllBookingsForAdmin,
  getBookingAdmin,
  getDailySchedule,
  listScheduleDays,
} from '../../../shared/contract/bookings/bookingLists.ts'
import { getScheduleDay, listArrivalAsks } from '../../../shared/contract/bookings/scheduleDay.ts'
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
import { readArrivalAsks } from './arrivalAsks.ts'
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
  endpoint(getAllBookingsForAdmin, async ({ context, db, query }) => {
    const { totals: isAdded, ...asked } = query
    const { now, filters } = await filtersOf(context, asked)
    const [page, totals] = await Promise.all([
      listBookings(db, filters, now),
      isAdded && !query.cursor ? readBookingTotals(db, filters, now) : undefined,
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

  endpoint(getBookingAdmin, async ({ db, now, params, user }) => {
    const found = await findListed(db, params.id, { now, actorId: user.profile.id })
    return found ? reply(found) : refuse('booking_not_found')
  }),

  endpoint(getDailySchedule, async ({ context, db, query }) => {
    const { time_zone } = await context.facility.get()
    return reply(await readScheduleDay(db, query.schedule_date, time_zone))
  }),

  endpoint(getScheduleDay, async ({ context, db, now, query }) => {
    const { time_zone: timeZone } = await context.facility.get()
    return reply(await readWholeDay(db, { day: query.schedule_date, timeZone, now }))
  }),

  endpoint(listArrivalAsks, async ({ context, db, query, user }) => {
    const { id, role } = user.profile
    const at = { ...(await momentOf(context)), coach: role === 'coach' ? id : null }
    return reply(await readArrivalAsks(db, query.schedule_date, at))
  }),

  endpoint(listScheduleDays, async ({ context, db, query }) => {
    const { time_zone: timeZone } = await context.facility.get()
    const { start_date: from, end_date: to, per_day: perDay } = query
    const { search_query: search, status_filter: status } = query
    return reply(await readScheduleDays(db, { from, to, perDay, search, status, timeZone }))
  }),

  endpoint(listScheduleLoad, async ({ context, db, now, query }) => {
    const range = { from: query.start_date, to: query.end_date }
    const facility = await context.facility.get()
    return reply(await readScheduleLoad(db, { ...range, facility, now }))
  }),

  endpoint(listRosters, async ({ context, db, query }) => {
    const at = await momentOf(context)
    return reply(await readRosters(db, query.schedule_date, at))
  }),

  endpoint(readRoster, async ({ context, db, actor, params }) => {
    const at = await momentOf(context)
    const roster = await transaction(db, actor, (tx) => readCheckInRoster(tx, params, at))
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

  endpoint(listRosterCandidates, async ({ db, params, query }) => {
    const found = await findCandidates(db, params, query.search_term)
    return found ? reply(found) : refuse('roster_not_found')
  }),

  endpoint(searchStaff, async ({ db, now, query }) =>
    reply(await searchEverything(db, query.search_query, now)),
  ),
]

/** The filters of the list of bookings, its days as instants. */
async function filtersOf<Query extends DayRangeQuery>(context: Context, query: Query) {
  const { time_zone } = await context.facility.get()
  const now = context.clock.now()
  const { range: _, from_day: __, to_day: ___, ...filters } = query
  return { now, filters: { ...filters, span: spanOf(query, now, time_zone) } }
}
