/** Closures of cages, and the runs that cancel what is booked in them (decision record 041). */

import {
  createClosure as createClosureRoute,
  deleteClosure as deleteClosureRoute,
  getClosureRun,
  listClosureRuns,
  listClosures as listClosuresRoute,
  previewClosure,
  retryClosureRun,
  skipClosureRunItems,
  startClosureRun,
  updateClosure as updateClosureRoute,
} from '../../../../shared/contract/facility/closures.ts'
import type { Context } from '../../../context.ts'
import { EXCLUSION_VIOLATION, isDatabaseError, type Tx } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import {
  cancelInClosure,
  createClosure,
  deleteClosure,
  findClosure,
  listClosures,
  refuseRange,
  type SavedClosure,
  updateClosure,
  type WantedClosure,
} from './closures.ts'
import { hitListOf, hitsOfClosure } from './hits.ts'
import { readRunItems, readRuns, settleItems } from './runs.ts'

const momentOf = async (context: Context) => ({
  now: context.clock.now(),
  zone: (await context.facility.get()).time_zone,
})

export const closureEndpoints = [
  endpoint(listClosuresRoute, async ({ context, db, query }) =>
    reply({ closures: await listClosures(db, query, await momentOf(context)) }),
  ),

  endpoint(previewClosure, async ({ context, db, body, user }) => {
    const at = await momentOf(context)
    const range = rangeOf(body)
    const refused = refuseRange(range, user.profile, at)
    return refused ?? reply(hitListOf(await hitsOfClosure(db, range, at.now)))
  }),

  endpoint(createClosureRoute, async (call) => {
    const at = await momentOf(call.context)
    return refuseIfRaced(() =>
      runCommand(call, async (tx) =>
        savedClosure(tx, await createClosure(tx, wantedOf(call.body), call.user.profile, at), at),
      ),
    )
  }),

  endpoint(updateClosureRoute, async (call) => {
    const at = await momentOf(call.context)
    const { params, body, user } = call
    const wanted = { ...wantedOf(body), expectedRevision: body.expected_revision }
    return refuseIfRaced(() =>
      runCommand(call, async (tx) =>
        savedClosure(tx, await updateClosure(tx, params.closure_id, wanted, user.profile, at), at),
      ),
    )
  }),

  endpoint(deleteClosureRoute, async (call) => {
    const at = await momentOf(call.context)
    return runCommand(call, async (tx) => {
      const refused = await deleteClosure(tx, call.params.closure_id, call.user.profile, at)
      return refused ?? reply({ message: 'The cages are open again.' })
    })
  }),

  endpoint(listClosureRuns, async ({ db }) => reply({ runs: await readRuns(db) })),

  endpoint(startClosureRun, async (call) => {
    const at = await momentOf(call.context)
    const { closure_id } = call.params
    return runCommand(call, async (tx) => {
      const id = await cancelInClosure(tx, closure_id, call.body.fingerprint, call.user.profile, at)
      return id instanceof Refusal ? id : reply({ run_id: id })
    })
  }),

  endpoint(getClosureRun, async ({ db, params }) => {
    const [run] = await readRuns(db, params.run_id)
    return run ? reply({ run, items: await readRunItems(db, run.id) }) : refuse('closure_run_not_found')
  }),

  endpoint(retryClosureRun, (call) =>
    runCommand(call, async (tx) =>
      settled(await settleItems(tx, call.params.run_id, 'pending', call.body.item_ids ?? null)),
    ),
  ),

  endpoint(skipClosureRunItems, (call) =>
    runCommand(call, async (tx) =>
      settled(await settleItems(tx, call.params.run_id, 'skipped', call.body.item_ids ?? null)),
    ),
  ),
]

const rangeOf = (body: { cage_ids: string[]; start_time: string; end_time: string }) => ({
  cageIds: body.cage_ids,
  start: new Date(body.start_time),
  end: new Date(body.end_time),
})

interface WantedBody {
  readonly cage_ids: string[]
  readonly start_time: string
  readonly end_time: string
  readonly reason: string
  readonly on_hits: 'keep' | 'cancel'
  readonly fingerprint?: string | undefined
}

const wantedOf = (body: WantedBody): WantedClosure => ({
  ...rangeOf(body),
  reason: body.reason,
  onHits: body.on_hits,
  fingerprint: body.fingerprint,
})

async function savedClosure(tx: Tx, saved: SavedClosure | Refusal, { now }: { now: Date }) {
  if (saved instanceof Refusal) return saved
  const closure = await findClosure(tx, saved.id, now)
  if (!closure) throw new Error(`closure ${saved.id} is gone within the transaction that wrote it`)
  return reply({ closure, run_id: saved.runId })
}

/** Refuses with `closure_hits_changed` where something took the time without the locks of its days, as classes and camps do. */
async function refuseIfRaced<Outcome>(save: () => Promise<Outcome | Refusal>): Promise<Outcome | Refusal> {
  try {
    return await save()
  } catch (error) {
    if (isDatabaseError(error, EXCLUSION_VIOLATION)) return refuse('closure_hits_changed')
    throw error
  }
}

const settled = (count: number | Refusal) => (count instanceof Refusal ? count : reply({ count }))
