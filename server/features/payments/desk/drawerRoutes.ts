import {
  closeDrawer as closeDrawerRoute,
  countInOutside as countInOutsideRoute,
  getClosing,
  getDrawers,
  keepDrawer as keepDrawerRoute,
  listClosings,
  moveDrawerCash,
  openDrawer as openDrawerRoute,
} from '../../../../shared/contract/payments/drawers.ts'
import { type Endpoint, endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import {
  closeDrawer,
  countInOutside,
  keepDrawer,
  moveCash,
  openDrawer,
  readClosing,
  readClosings,
  readDrawers,
} from './drawers.ts'

const answered = <Answer>(outcome: Answer | Refusal) =>
  outcome instanceof Refusal ? outcome : reply(outcome)

/** Opening, counting and closing cash drawers, for the front desk. */
export const drawerEndpoints: readonly Endpoint[] = [
  endpoint(getDrawers, async ({ db }) => reply(await readDrawers(db))),

  endpoint(openDrawerRoute, (call) => {
    const { drawer, opening_float } = call.body
    const opening = { drawer, openingFloat: opening_float, by: call.user.profile.id }
    return runCommand(call, async (tx) => answered(await openDrawer(tx, opening)))
  }),

  endpoint(moveDrawerCash, (call) => {
    const move = { ...call.body, by: call.user.profile.id }
    return runCommand(call, async (tx) => answered(await moveCash(tx, call.params.shift_id, move)))
  }),

  endpoint(keepDrawerRoute, (call) =>
    runCommand(call, async (tx) =>
      answered(await keepDrawer(tx, call.params.shift_id, call.user.profile.id)),
    ),
  ),

  endpoint(countInOutsideRoute, (call) =>
    runCommand(call, async (tx) => answered(await countInOutside(tx, call.params.shift_id))),
  ),

  endpoint(closeDrawerRoute, (call) => {
    const closing = { ...call.body, by: call.user.profile.id }
    return runCommand(call, async (tx) => answered(await closeDrawer(tx, call.params.shift_id, closing)))
  }),

  endpoint(listClosings, async ({ db, query }) => answered(await readClosings(db, query))),

  endpoint(getClosing, async ({ db, params }) => {
    const closing = await readClosing(db, params.shift_id)
    return closing ? reply(closing) : refuse('drawer_not_found')
  }),
]
