import {
  createCoachAdmin,
  deleteCoachAvatarAdmin,
  getAllCoachesForAdmin,
  getCoachAdmin,
  listCoachFutureLessons,
  type StaffCoachProfile,
  updateCoachAdmin,
  uploadCoachAvatarAdmin,
} from '../../../shared/contract/lessons/staffCoaches.ts'
import { isDatabaseError, type Tx, UNIQUE_VIOLATION } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { removeAvatar, uploadAvatar } from './ownRoutes.ts'
import { createCoach, findStaffCoach, listFutureLessons, listStaffCoaches, updateCoach } from './staff.ts'

/** Coaches in the back office: the desk sees them, admins change them, because rates and roles are theirs (decision 32). */
export const staffCoachEndpoints = [
  endpoint(getAllCoachesForAdmin, async ({ db }) => reply(await listStaffCoaches(db))),

  endpoint(getCoachAdmin, async ({ db, params }) => {
    const coach = await findStaffCoach(db, params.id)
    return coach ? reply(coach) : refuse('coach_not_found')
  }),

  endpoint(listCoachFutureLessons, async ({ db, now, params }) => {
    if (!(await findStaffCoach(db, params.id))) return refuse('coach_not_found')
    return reply(await listFutureLessons(db, params.id, now))
  }),

  endpoint(createCoachAdmin, (call) =>
    runCommand(call, async (tx) => {
      const coach = await createCoach(tx, call.body)
      return coach instanceof Refusal ? coach : reply({ coach })
    }),
  ),

  endpoint(updateCoachAdmin, async (call) => {
    const { params, body } = call
    try {
      return await runCommand(call, async (tx) => {
        const coach = await updateCoach(tx, params.id, body)
        return coach instanceof Refusal ? coach : reply({ coach })
      })
    } catch (error) {
      if (!isDatabaseError(error, UNIQUE_VIOLATION, 'profiles_email_key')) throw error
      return refuse('user_exists')
    } finally {
      if (body.user_id !== undefined || body.email !== undefined) call.context.accounts.forgetSessions()
    }
  }),

  endpoint(uploadCoachAvatarAdmin, async (call) => {
    const coach = await findStaffCoach(call.context.db, call.params.id)
    return coach ? uploadAvatar(call, pictureOf(coach)) : refuse('coach_not_found')
  }),

  endpoint(deleteCoachAvatarAdmin, async (call) => {
    const coach = await findStaffCoach(call.context.db, call.params.id)
    return coach ? removeAvatar(call, pictureOf(coach)) : refuse('coach_not_found')
  }),
]

/** A coach is never deleted, so what was read is there after the change too. */
const pictureOf = (coach: StaffCoachProfile) => ({
  coachId: coach.id,
  folder: coach.user_id ?? coach.id,
  read: async (tx: Tx) => (await findStaffCoach(tx, coach.id)) ?? coach,
})
