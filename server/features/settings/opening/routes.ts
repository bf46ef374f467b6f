import {
  closeDoors as closeDoorsRoute,
  dismissOpeningList,
  getOpening,
  getOwnFacility,
  type Opening,
  openDoors as openDoorsRoute,
  previewClosingDoors,
  startOwnFacility,
} from '../../../../shared/contract/facility/opening.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { hitListOf } from '../closures/hits.ts'
import { type ChecklistSource, readSteps } from './checklist.ts'
import { closeDoors, countMembers, openDoors, readBooked } from './doors.ts'

export const openingEndpoints = [
  endpoint(getOpening, async ({ context, db }) => reply(await readOpening(db, sourceOf(context)))),

  endpoint(openDoorsRoute, (call) => {
    const source = sourceOf(call.context)
    return runCommand(
      call,
      async (tx) => (await openDoors(tx, source)) ?? reply(await readOpening(tx, source)),
    )
  }),

  endpoint(previewClosingDoors, async ({ context: { db, clock } }) => {
    const [booked, members] = await Promise.all([readBooked(db, clock.now()), countMembers(db)])
    return reply({ booked: hitListOf(booked), members })
  }),

  endpoint(closeDoorsRoute, (call) => {
    const { context, body, user } = call
    const source = sourceOf(context)
    const closing = {
      ...{ reason: body.reason, onHits: body.on_hits, fingerprint: body.fingerprint },
      ...{ actorId: user.profile.id, now: source.now },
    }
    return runCommand(call, async (tx) => {
      const closed = await closeDoors(tx, closing)
      return closed instanceof Refusal
        ? closed
        : reply({ opening: await readOpening(tx, source), run_id: closed.runId })
    })
  }),

  endpoint(getOwnFacility, ({ context }) => reply({ possible: context.startOwnFacility !== null })),

  endpoint(startOwnFacility, ({ context }) => {
    if (!context.startOwnFacility) return refuse('not_the_demo')
    // The server stops once this is answered, and starts again with the other folder.
    context.startOwnFacility()
    return reply(null)
  }),

  endpoint(dismissOpeningList, (call) =>
    runCommand(call, async (tx) => {
      await tx.updateTable('facility').set({ checklist_dismissed: call.body.dismissed }).execute()
      return reply(await readOpening(tx, sourceOf(call.context)))
    }),
  ),
]

const sourceOf = ({ config, clock }: Context): ChecklistSource => ({ config, now: clock.now() })

async function readOpening(db: Db, source: ChecklistSource): Promise<Opening> {
  const [doors, steps] = await Promise.all([
    db
      .selectFrom('facility')
      .select(['opened_at', 'closed_at', 'closed_reason', 'checklist_dismissed'])
      .executeTakeFirstOrThrow(),
    readSteps(db, source),
  ])
  return {
    opened_at: doors.opened_at?.toISOString() ?? null,
    closed_at: doors.closed_at?.toISOString() ?? null,
    closed_reason: doors.closed_reason,
    dismissed: doors.checklist_dismissed,
    steps,
  }
}
