import {
  createCoachTimeOff,
  deleteCoachTimeOff,
  listCoachAvailability,
  listCoachTimeOff,
  listTimeOffConflicts,
  saveCoachAvailability,
} from '../../../../shared/contract/lessons/coachHours.ts'
import { getCoachHoursAdmin, saveCoachHoursAdmin } from '../../../../shared/contract/lessons/staffCoaches.ts'
import type { Db } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import type { SignedIn } from '../../../http/session.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { ownCoachId } from '../../coaches/ownCoach.ts'
import { createTimeOff, deleteTimeOff, listTimeOff, readConflicts, refuseRaced } from './timeOff.ts'
import { readWeek, saveWeek } from './week.ts'

/** When a coach gives lessons: the own week and the own time off; admins set the week of any coach. */
export const coachHoursEndpoints = [
  endpoint(listCoachAvailability, ({ db, user }) =>
    asOwnCoach(db, user, async (coachId) => reply(await readWeek(db, coachId))),
  ),

  endpoint(saveCoachAvailability, (call) =>
    runCommand(call, (tx) =>
      asOwnCoach(tx, call.user, async (coachId) => {
        const saved = await saveWeek(tx, coachId, call.body, call.context.clock.now())
        return saved instanceof Refusal ? saved : reply(saved)
      }),
    ),
  ),

  endpoint(getCoachHoursAdmin, async ({ db, params }) =>
    (await isCoach(db, params.id)) ? reply(await readWeek(db, params.id)) : refuse('coach_not_found'),
  ),

  endpoint(saveCoachHoursAdmin, (call) =>
    runCommand(call, async (tx) => {
      if (!(await isCoach(tx, call.params.id))) return refuse('coach_not_found')
      const saved = await saveWeek(tx, call.params.id, call.body, call.context.clock.now())
      return saved instanceof Refusal ? saved : reply(saved)
    }),
  ),

  endpoint(listCoachTimeOff, ({ context, db, user }) =>
    asOwnCoach(db, user, async (coachId) => reply(await listTimeOff(db, coachId, context.clock.now()))),
  ),

  endpoint(listTimeOffConflicts, async ({ context, db, query, user }) => {
    const { time_zone: zone } = await context.facility.get()
    return asOwnCoach(db, user, async (coachId) => {
      const booked = await readConflicts(db, coachId, query, { now: context.clock.now(), zone })
      return booked instanceof Refusal ? booked : reply(booked)
    })
  }),

  endpoint(createCoachTimeOff, async (call) => {
    const { clock, facility } = call.context
    const { time_zone: zone } = await facility.get()
    return runCommand(call, (tx) =>
      asOwnCoach(tx, call.user, async (coachId) => {
        const created = await createTimeOff(tx, coachId, call.body, { now: clock.now(), zone })
        return created instanceof Refusal ? created : reply(created)
      }),
    ).catch(refuseRaced)
  }),

  endpoint(deleteCoachTimeOff, (call) =>
    runCommand(call, (tx) =>
      asOwnCoach(tx, call.user, async (coachId) => {
        const refused = await deleteTimeOff(tx, coachId, call.params.id)
        return refused ?? reply(await listTimeOff(tx, coachId, call.context.clock.now()))
      }),
    ),
  ),
]

const isCoach = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('coaches').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function asOwnCoach<Outcome>(
  db: Db,
  { profile }: SignedIn,
  work: (coachId: string) => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const coachId = await ownCoachId(db, profile)
  return coachId instanceof Refusal ? coachId : work(coachId)
}
