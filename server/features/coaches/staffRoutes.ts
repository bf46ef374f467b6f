import {
  getAllCoachesForAdmin,
  getCoachAdmin,
  listCoachFutureLessons,
  type StaffCoachProfile,
  updateCoachAdmin,
} from '../../../shared/contract/staffCoaches.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { findStaffCoach, listFutureLessons, listStaffCoaches, updateCoach } from './staff.ts'

/** Coaches in the back office: the desk sees them, admins change them, because rates and roles are theirs (decision 32). */
export const staffCoachEndpoints = [
  endpoint(getAllCoachesForAdmin, async ({ context }) => reply(await listStaffCoaches(context.db))),

  endpoint(getCoachAdmin, async ({ context, params }) => {
    const coach = await findStaffCoach(context.db, params.id)
    return coach ? reply(coach) : refuse('coach_not_found')
  }),

  endpoint(listCoachFutureLessons, async ({ context, params }) => {
    if (!(await findStaffCoach(context.db, params.id))) return refuse('coach_not_found')
    return reply(await listFutureLessons(context.db, params.id, context.clock.now()))
  }),

  endpoint(updateCoachAdmin, async (call) => {
    const { params, body } = call
    const updated = await runCommand(call, async (tx) => {
      const coach = await updateCoach(tx, params.id, body)
      return coach instanceof Refusal
        ? coach
        : reply({ coach, warning: body.email === undefined ? null : warningOf(coach) })
    })
    if (body.user_id !== undefined) call.context.accounts.forgetSessions()
    return updated
  }),
]

/** The coach's address is where messages go; the account's is changed by its owner alone (decision record 014). */
const warningOf = ({ email, user_email, user_name }: StaffCoachProfile): string | null =>
  email === null || user_email === null || email === user_email
    ? null
    : `${user_name} still signs in with ${user_email}. Only they can change that, in their account.`
