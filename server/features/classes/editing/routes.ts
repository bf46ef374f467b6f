/** Classes in the back office: the desk sees them, admins edit them (decision records 048, decision 32). */

import {
  createClass,
  deleteClass as deleteClassRoute,
  generateClassInstances,
  getClassAdmin,
  listClassesAdmin,
  previewClass,
  updateClass,
} from '../../../../shared/contract/programs/staffClasses.ts'
import type { Context } from '../../../context.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Tx } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { purchaseContext } from '../../payments/purchase.ts'
import { takingTime } from '../../places/takingTime.ts'
import { findStaffClass, listStaffClasses } from './classList.ts'
import { deleteClass } from './deleteClass.ts'
import { describePlan } from './describePlan.ts'
import { enqueueClassChanged } from './emails.ts'
import { type At, planClass, type WantedClass } from './plannedClass.ts'
import { lockClass, type SavedClass, saveClass } from './saveClass.ts'

const momentOf = async (context: Context): Promise<At> => ({
  now: context.clock.now(),
  facility: await context.facility.get(),
})

export const classSeasonEndpoints = [
  endpoint(listClassesAdmin, async ({ context, db, query }) => {
    const page = await listStaffClasses(db, query, await momentOf(context))
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(getClassAdmin, async ({ context, db, params }) => {
    const found = await findStaffClass(db, params.id, await momentOf(context))
    return found ? reply(found) : refuse('class_not_found')
  }),

  endpoint(previewClass, async ({ context, db, body }) => {
    const at = await momentOf(context)
    const wanted = wantedOf(body.classId, body)
    const planned = await planClass(db, wanted, at)
    return planned instanceof Refusal ? planned : reply(await describePlan(db, wanted, planned, at))
  }),

  endpoint(createClass, async (call) => {
    const { context, body } = call
    const at = await momentOf(context)
    const wanted = wantedOf(null, body)
    return takingTime(context, claim, (time) =>
      runCommand(call, async (tx) => {
        const options = { fingerprint: body.fingerprint, expectedRevision: null }
        const saved = await saveClass(tx, wanted, options, at, time)
        return saved instanceof Refusal ? saved : reply(await answerOf(tx, saved, at))
      }),
    )
  }),

  endpoint(updateClass, async (call) => {
    const { context, params, body, user } = call
    const at = await purchaseContext(context)
    const wanted = wantedOf(params.id, body)
    const options = { fingerprint: body.fingerprint, expectedRevision: body.expected_revision }
    return takingTime(context, claim, (time) =>
      runCommand(call, async (tx) => {
        if (!body.tell) await describeInAudit(tx, 'Customers not told.')
        const saved = await saveClass(tx, wanted, options, at, time)
        if (saved instanceof Refusal) return saved
        const answer = await answerOf(tx, saved, at)
        if (body.tell) {
          const { revision, name } = answer.class
          const told = {
            saved,
            className: name,
            revision,
            actorId: user.profile.id,
            note: body.message ?? '',
          }
          await enqueueClassChanged(tx, told, at)
        }
        return reply(answer)
      }),
    )
  }),

  endpoint(generateClassInstances, async (call) => {
    const { context, params, body } = call
    const at = await momentOf(context)
    return takingTime(context, claim, (time) =>
      runCommand(call, async (tx) => {
        const refused = await lockClass(tx, params.classId, null, at)
        const saved = refused ?? (await findStaffClass(tx, params.classId, at)) ?? refuse('class_not_found')
        if (saved instanceof Refusal) return saved
        const wanted = wantedOf(params.classId, { classData: saved, schedules: saved.class_schedules })
        const options = { fingerprint: body.fingerprint, expectedRevision: null }
        const made = await saveClass(tx, wanted, options, at, time)
        if (made instanceof Refusal) return made
        return reply({ ...(await answerOf(tx, made, at)), count: made.described.added.length })
      }),
    )
  }),

  endpoint(deleteClassRoute, (call) =>
    runCommand(call, async (tx) => {
      const deleted = await deleteClass(tx, call.params.id)
      return deleted instanceof Refusal ? deleted : reply({ message: `${deleted.name} is deleted.` })
    }),
  ),
]

/** Staff end no customer's checkout. What took the time without its lock has changed what was shown. */
const claim = { userId: null, taken: 'class_preview_changed' } as const

interface WantedBody extends Pick<WantedClass, 'schedules'> {
  readonly classData: WantedClass['data']
  readonly leave_out?: WantedClass['leaveOut']
  readonly put_back?: WantedClass['putBack']
  readonly registered_sessions?: WantedClass['registered']
}

const wantedOf = (id: string | null, body: WantedBody): WantedClass => {
  const { name, description, coach_id, age_group, min_age, max_age, what_to_bring } = body.classData
  const { price, max_spots, start_date, end_date, cages_reserved } = body.classData
  const text = { name, description, coach_id, age_group, min_age, max_age, what_to_bring }
  return {
    id,
    data: { ...text, price, max_spots, start_date, end_date, cages_reserved },
    schedules: body.schedules,
    leaveOut: body.leave_out ?? [],
    putBack: body.put_back ?? [],
    registered: body.registered_sessions ?? 'keep',
  }
}

async function answerOf(tx: Tx, { id, count, described }: SavedClass, at: At) {
  const saved = await findStaffClass(tx, id, at)
  if (!saved) throw new Error(`class ${id} is gone within the transaction that wrote it`)
  return { class: saved, count, sessions: described }
}
