import type { NotNull } from 'kysely'
import { getAccountOverview } from '../../../shared/contract/accounts/accountOverview.ts'
import { getCustomerPaymentHistory } from '../../../shared/contract/accounts/accountPayments.ts'
import {
  type ProfileChange,
  updateProfile as updateProfileRoute,
} from '../../../shared/contract/accounts/accountProfile.ts'
import {
  listMyCampRegistrations,
  listMyClassRegistrations,
} from '../../../shared/contract/accounts/accountRegistrations.ts'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import { listNextUp as listNextUpRoute } from '../../../shared/contract/accounts/nextUp.ts'
import type { Tx } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal } from '../../refusal.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { listCampRegistrations } from './queries/campRegistrations.ts'
import { listClassRegistrations } from './queries/classRegistrations.ts'
import { listNextUp } from './queries/nextUp.ts'
import { readOverview } from './queries/overview.ts'
import { listCustomerPayments } from './queries/payments.ts'

/** The customer's own pages: the session, never the request, decides whose rows are read. */
export const accountPageEndpoints = [
  endpoint(getAccountOverview, async ({ db, now, user }) => reply(await readOverview(db, user.profile, now))),

  endpoint(listNextUpRoute, async ({ context, db, user, query }) => {
    const page = await listNextUp(db, user.profile, query, await purchaseContext(context))
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(getCustomerPaymentHistory, async ({ db, user }) =>
    reply(await listCustomerPayments(db, user.profile)),
  ),

  endpoint(listMyCampRegistrations, async ({ context, db, user }) =>
    reply(await listCampRegistrations(db, user.profile, await purchaseContext(context))),
  ),

  endpoint(listMyClassRegistrations, async ({ context, db, user }) =>
    reply(await listClassRegistrations(db, user.profile, await purchaseContext(context))),
  ),

  endpoint(updateProfileRoute, async (call) => {
    const { id, phone_number: present } = call.user.profile
    const { phone_number: wanted } = call.body
    // A number that was stored before numbers were checked may stay.
    const phone_number = wanted && wanted !== present ? phoneOf(wanted, ['phone_number']) : wanted
    if (phone_number instanceof Refusal) return phone_number
    const outcome = await runCommand(call, async (tx) =>
      reply(await updateProfile(tx, id, { ...call.body, phone_number })),
    )
    // This instance forgets at once; the others are notified by the database.
    call.context.accounts.forgetSessions()
    return outcome
  }),
]

/** Changes what a customer may change of the own profile (spec 2 §5); what is not named stays. */
function updateProfile(tx: Tx, id: string, { full_name, phone_number }: ProfileChange): Promise<Profile> {
  return tx
    .updateTable('profiles')
    .set({
      ...(full_name === undefined ? {} : { full_name }),
      ...(phone_number === undefined ? {} : { phone_number }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returning(['id', 'full_name', 'email', 'phone_number', 'role', 'coach_id'])
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirstOrThrow()
}
