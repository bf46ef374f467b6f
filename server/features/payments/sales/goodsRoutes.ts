import {
  createGood,
  deleteGood as deleteGoodRoute,
  listGoods,
  updateGood,
} from '../../../../shared/contract/payments/till.ts'
import { type Endpoint, endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { Refusal } from '../../../refusal.ts'
import { deleteGood, readGoods, saveGood } from './goods.ts'

/** What the desk sells: read by the desk, kept by admins. */
export const goodsEndpoints: readonly Endpoint[] = [
  endpoint(listGoods, async ({ db }) => reply({ items: await readGoods(db) })),

  endpoint(createGood, (call) =>
    runCommand(call, async (tx) => {
      const good = await saveGood(tx, null, call.body)
      return good instanceof Refusal ? good : reply(good)
    }),
  ),

  endpoint(updateGood, (call) =>
    runCommand(call, async (tx) => {
      const good = await saveGood(tx, call.params.good_id, call.body)
      return good instanceof Refusal ? good : reply(good)
    }),
  ),

  endpoint(deleteGoodRoute, (call) =>
    runCommand(call, async (tx) => {
      const name = await deleteGood(tx, call.params.good_id)
      return name instanceof Refusal ? name : reply({ message: `${name} is no longer sold.` })
    }),
  ),
]
