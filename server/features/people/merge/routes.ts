import {
  listPossibleDuplicates as listPossibleDuplicatesRoute,
  mergePeople as mergePeopleRoute,
  previewMerge as previewMergeRoute,
  reverseMerge as reverseMergeRoute,
} from '../../../../shared/contract/people/merges.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { findUser } from '../queries.ts'
import { mergePeople } from './mergePeople.ts'
import { listPossibleDuplicates, previewMerge } from './queries.ts'
import { readSides } from './records.ts'
import { reverseMerge } from './reverseMerge.ts'

export const mergeEndpoints = [
  endpoint(listPossibleDuplicatesRoute, async ({ db, params }) =>
    (await findUser(db, params.user_id))
      ? reply(await listPossibleDuplicates(db, params.user_id))
      : refuse('user_not_found'),
  ),

  endpoint(previewMergeRoute, async ({ db, now, query }) => {
    const sides = await readSides(db, query)
    if (sides instanceof Refusal) return sides
    return reply(await previewMerge(db, sides, now))
  }),

  endpoint(mergePeopleRoute, async (call) => {
    const { context, body, user } = call
    const merged = await runCommand(call, async (tx) => {
      const done = await mergePeople(tx, body, { adminId: user.profile.id, now: context.clock.now() })
      if (done instanceof Refusal) return done
      const { mergeId, moved, reversibleUntil } = done
      return reply({ merge_id: mergeId, moved, reversible_until: reversibleUntil.toISOString() })
    })
    context.accounts.forgetSessions()
    return merged
  }),

  endpoint(reverseMergeRoute, (call) =>
    runCommand(call, async (tx) => {
      const done = await reverseMerge(tx, call.params.merge_id, call.context.clock.now())
      if (done instanceof Refusal) return done
      return reply({ restored: done.restored, source_id: done.sides.source.id })
    }),
  ),
]
