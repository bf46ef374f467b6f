/** Camps in the back office: the desk reads them, admins make, change, copy, call off and delete them (decision 32). */

import {
  callOffCamp as callOffCampRoute,
  copyCamp as copyCampRoute,
  deleteCamp as deleteCampRoute,
  previewCampCancellation,
  previewCampCopies,
  uploadCampBanner,
} from '../../../../shared/contract/programs/campChanges.ts'
import {
  createCamp as createCampRoute,
  getCampAdmin,
  listCampCoaches as listCampCoachesRoute,
  listCampsAdmin,
  previewCamp,
  updateCamp as updateCampRoute,
  updateCampStatus,
} from '../../../../shared/contract/programs/staffCamps.ts'
import { dollarsFromCents, formatDollars } from '../../../../shared/domain/money/money.ts'
import type { EnteredTimeslot } from '../../../../shared/domain/programs/campFields.ts'
import type { Context } from '../../../context.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { countedAs, refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { staffTerms } from '../../payments/changes/actingTerms.ts'
import type { CustomerRefund } from '../../payments/changes/settleChange.ts'
import { closeReleasedCheckouts } from '../../payments/checkout/closeReleased.ts'
import { purchaseContext } from '../../payments/purchase.ts'
import { sendRefunds } from '../../payments/refunds/sendRefunds.ts'
import { type TimeWanted, takingTime } from '../../places/takingTime.ts'
import { currentBanner, discardBanner, storeBanner, storedBanner } from './banner.ts'
import { callOff, deleteCamp, readCancellation, refuseCancellation } from './callOff.ts'
import { copyCamp, previewCopies } from './copies.ts'
import { planCamp } from './places.ts'
import { findStaffCamp, listCampCoaches, listStaffCamps, readStaffCamp } from './queries.ts'
import { createCamp, momentOf, refusePlaces, updateCamp, withChanges } from './saveCamp.ts'
import { setStatus } from './status.ts'

const BANNERS_AN_HOUR = 60

const moment = async (context: Context) => momentOf(await purchaseContext(context))

/**
 * Runs a save that takes cages and coaches. Where a writer without locks was quicker than the ledger's constraint, what is
 * in the way is looked up after that.
 */
async function takingPlaces<Outcome>(
  context: Context,
  wanted: { slots: readonly EnteredTimeslot[]; coachIds: readonly string[]; campId: string | null },
  attempt: (time: TimeWanted) => Promise<Outcome | Refusal>,
): Promise<Outcome | Refusal> {
  const outcome = await takingTime(context, { userId: null, taken: 'camp_places_taken' }, attempt)
  const isBare = outcome instanceof Refusal && outcome.code === 'camp_places_taken' && !outcome.details
  if (!isBare) return outcome
  const slots = wanted.slots.map((slot) => ({ ...slot, cageIds: [] }))
  const { conflicts } = await planCamp(context.db, { ...wanted, slots }, await moment(context))
  return refusePlaces(conflicts, slots.length)
}

export const campEditingEndpoints = [
  endpoint(listCampsAdmin, async ({ context, db, query }) => {
    const page = await listStaffCamps(db, query, await moment(context))
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(getCampAdmin, async ({ context, db, params }) => {
    const camp = await findStaffCamp(db, params.camp_id, await moment(context))
    return camp ? reply(camp) : refuse('camp_not_found')
  }),

  endpoint(listCampCoachesRoute, async ({ db }) => reply(await listCampCoaches(db))),

  endpoint(previewCamp, async ({ context, db, body }) => {
    const slots = body.timeslots.map((slot) => ({ ...slot, cageIds: [] }))
    const wanted = { slots, coachIds: body.coach_ids, campId: body.camp_id ?? null }
    const { conflicts } = await planCamp(db, wanted, await moment(context))
    return reply({ conflicts: [...conflicts] })
  }),

  endpoint(createCampRoute, async (call) => {
    const { context, body, user } = call
    const at = await purchaseContext(context)
    const banner = await storedBanner(context, body.p_banner_url)
    if (banner instanceof Refusal) return banner
    const wanted = { slots: body.p_timeslots, coachIds: body.p_coach_ids, campId: null }
    return takingPlaces(context, wanted, (time) =>
      runCommand(call, async (tx) => {
        const saving = { at, time, actorId: user.profile.id }
        const id = await createCamp(tx, { ...body, banner }, saving)
        if (id instanceof Refusal) return id
        return reply({ camp: await readStaffCamp(tx, id, momentOf(at)), told: 0 })
      }),
    )
  }),

  endpoint(updateCampRoute, async (call) => {
    const { context, body, user } = call
    const { p_camp_id: id, p_banner_url: url } = body
    const at = await purchaseContext(context)
    const current = await currentBanner(context.db, id)
    const banner = url === undefined ? undefined : await storedBanner(context, url, current)
    if (banner instanceof Refusal) return banner
    let former: string | null = null
    const wanted = { slots: body.p_timeslots ?? [], coachIds: body.p_coach_ids ?? [], campId: id }
    const outcome = await takingPlaces(context, wanted, (time) =>
      runCommand(call, async (tx) => {
        const saving = { at, time, actorId: user.profile.id }
        const changed = await withChanges(tx, body, momentOf(at))
        if (changed instanceof Refusal) return changed
        wanted.slots = changed.camp.p_timeslots
        wanted.coachIds = changed.camp.p_coach_ids
        const tell = { tell: body.tell, message: body.message }
        const updated = await updateCamp(tx, { id, ...changed, banner, tell }, saving)
        if (updated instanceof Refusal) return updated
        former = updated.formerBanner
        return reply({ camp: updated.camp, told: updated.told })
      }),
    )
    if (!(outcome instanceof Refusal)) await discardBanner(context, former)
    return outcome
  }),

  endpoint(updateCampStatus, async (call) => {
    const at = momentOf(await purchaseContext(call.context))
    return runCommand(call, async (tx) => {
      const camp = await setStatus(tx, call.params.camp_id, call.body, at)
      return camp instanceof Refusal ? camp : reply(camp)
    })
  }),

  endpoint(previewCampCopies, async ({ context, db, params, body }) => {
    const copies = await previewCopies(db, params.camp_id, body.start_dates, await moment(context))
    return copies instanceof Refusal
      ? copies
      : reply({ copies: copies.map((copy) => ({ ...copy, conflicts: [...copy.conflicts] })) })
  }),

  endpoint(copyCampRoute, async (call) => {
    const { context, params, body, user } = call
    const at = await purchaseContext(context)
    const wanted = { startDates: body.start_dates, name: body.name, published: body.published }
    const outcome = await takingTime(context, { userId: null, taken: 'camp_places_taken' }, (time) =>
      runCommand(call, async (tx) => {
        const camps = await copyCamp(tx, params.camp_id, wanted, { at, time, actorId: user.profile.id })
        return camps instanceof Refusal ? camps : reply({ camps })
      }),
    )
    const isBare = outcome instanceof Refusal && outcome.code === 'camp_places_taken' && !outcome.details
    if (!isBare) return outcome
    const copies = await previewCopies(context.db, params.camp_id, body.start_dates, momentOf(at))
    const conflicts = Array.isArray(copies) ? copies.flatMap((copy) => copy.conflicts) : []
    return refuse('camp_places_taken', { conflicts })
  }),

  endpoint(previewCampCancellation, async ({ context, db, params: { camp_id } }) => {
    const at = await purchaseContext(context)
    const refused = await refuseCancellation(db, camp_id, { at })
    return refused ?? reply(await readCancellation(db, camp_id, at.now))
  }),

  endpoint(callOffCampRoute, async (call) => {
    const { context, params, body, user } = call
    const at = await purchaseContext(context)
    const terms = await staffTerms(context.db, user.profile)
    if (terms instanceof Refusal) return terms
    let buyers: readonly string[] = []
    let refunds: readonly CustomerRefund[] = []
    const outcome = await takingTime(context, { userId: null }, (time) =>
      runCommand(call, async (tx) => {
        const what = { id: params.camp_id, fingerprint: body.fingerprint, note: body.message ?? '' }
        const canceled = await callOff(tx, what, { at, time, actorId: user.profile.id }, terms)
        if (canceled instanceof Refusal) return canceled
        ;({ buyers, refunds } = canceled)
        return reply(calledOff(refunds))
      }),
    )
    for (const userId of buyers) closeReleasedCheckouts(context, { userId })
    if (!(outcome instanceof Refusal) && refunds.some(({ method }) => method === 'card'))
      await sendRefunds(context)
    return outcome
  }),

  endpoint(deleteCampRoute, async (call) => {
    const { context, params, user } = call
    const at = await purchaseContext(context)
    let banner: string | null = null
    const outcome = await takingTime(context, { userId: null }, (time) =>
      runCommand(call, async (tx) => {
        const deleted = await deleteCamp(tx, params.camp_id, { at, time, actorId: user.profile.id })
        if (deleted instanceof Refusal) return deleted
        banner = deleted.banner
        return reply({ outcome: deleted.outcome, message: deletionMessages[deleted.outcome] })
      }),
    )
    if (!(outcome instanceof Refusal)) await discardBanner(context, banner)
    return outcome
  }),

  endpoint(uploadCampBanner, async (call) => {
    const { context, user } = call
    const before = await answeredBefore<{ url: string }>(call)
    if (before) return before
    const tooMany = await refuseTooMany(context.limits, {
      name: 'camp-banner',
      subject: countedAs(context, 'admin', user.profile.id),
      most: BANNERS_AN_HOUR,
      seconds: 3_600,
    })
    if (tooMany) return tooMany
    const url = await storeBanner(context, call.body)
    return url instanceof Refusal ? url : runCommand(call, async () => reply({ url }))
  }),
]

const deletionMessages = {
  deleted: 'Camp deleted.',
  put_away: 'The camp is gone from the list. Its registrations and payments are kept.',
} as const

/** What the refunds come to, and a sentence about it. */
function calledOff(refunds: readonly CustomerRefund[]) {
  const byHand = ({ cents, method, byHand: part = 0 }: CustomerRefund) =>
    method === 'front_desk' ? cents : part
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
  const atDesk = sum(refunds.map(byHand))
  const byCard = sum(refunds.map(({ cents }) => cents)) - atDesk
  const parts = [
    ...(byCard > 0 ? [`${formatDollars(byCard)} is refunded to cards.`] : []),
    ...(atDesk > 0 ? [`${formatDollars(atDesk)} is to be refunded at the front desk.`] : []),
  ]
  const people = `${refunds.length} ${refunds.length === 1 ? 'registration was' : 'registrations were'} canceled.`
  return {
    people: refunds.length,
    refund_by_card: dollarsFromCents(byCard),
    refund_at_desk: dollarsFromCents(atDesk),
    message: ['The camp is canceled.', ...(refunds.length > 0 ? [people] : []), ...parts].join(' '),
  }
}
