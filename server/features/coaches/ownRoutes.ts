import {
  deleteCoachAvatar,
  getOwnCoachProfile,
  type OwnCoachProfile,
  saveOwnCoachProfile,
  uploadCoachAvatar,
} from '../../../shared/contract/lessons/coachProfile.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint, Reply, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { countedAs, refuseTooMany } from '../../http/limits/rateLimits.ts'
import type { SignedIn } from '../../http/session.ts'
import { squarePicture } from '../../integrations/storage/squarePicture.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { currentAvatar, discardAvatar, newAvatarPath, setAvatar, storeAvatar } from './avatar.ts'
import { ownCoachId } from './ownCoach.ts'
import { readOwnProfile, saveOwnProfile } from './ownProfile.ts'
import { avatarUrl } from './queries.ts'

/** What a coach says of themselves on the public page. */
export const ownCoachEndpoints = [
  endpoint(getOwnCoachProfile, async ({ context, user }) =>
    reply(await readOwnProfile(context.db, user.profile)),
  ),

  endpoint(saveOwnCoachProfile, async (call) => {
    const saved = await runCommand(call, async (tx) => {
      const profile = await saveOwnProfile(tx, call.user.profile, call.body)
      return profile instanceof Refusal ? profile : reply(profile)
    })
    // The session says which coach an account is.
    call.context.accounts.forgetSessions()
    return saved
  }),

  endpoint(uploadCoachAvatar, async (call) => {
    const { context, user } = call
    const coachId = await ownCoachId(context.db, user.profile)
    if (coachId instanceof Refusal) return coachId
    const before = await answeredBefore<OwnCoachProfile>(call)
    if (before) return before
    const tooMany = await refuseTooMany(context.limits, {
      name: 'coach-avatar',
      subject: countedAs(context, 'coach', coachId),
      most: 30,
      seconds: 3_600,
    })
    if (tooMany) return tooMany
    const pictures = await squarePicture(call.body)
    if (typeof pictures === 'string') return refuse(pictures)
    const path = newAvatarPath(user.profile.id, context.clock.now())
    try {
      await storeAvatar(context.files, path, pictures)
    } catch (error) {
      context.log.error({ err: error }, 'a picture could not be stored')
      return refuse('storage_unavailable')
    }
    return replaceAvatar((work) => runCommand(call, work), call, coachId, path)
  }),

  endpoint(deleteCoachAvatar, async (call) => {
    const { context, user } = call
    const coachId = await ownCoachId(context.db, user.profile)
    if (coachId instanceof Refusal) return coachId
    // First the files: what is answered as deleted is gone.
    if (!(await discardAvatar(context, await currentAvatar(context.db, coachId))))
      return refuse('storage_unavailable')
    return replaceAvatar((work) => runCommand(call, work), call, coachId, null)
  }),
]

/**
 * Names another picture in the coach's row. The file before is deleted after the commit. Where nothing was committed, or an
 * earlier request with the same key was, the new file is deleted instead.
 *
 * @param run runs the work in the request's transaction.
 */
async function replaceAvatar(
  run: (work: (tx: Tx) => Promise<Reply<OwnCoachProfile>>) => Promise<Reply<OwnCoachProfile> | Refusal>,
  { context, user }: Pick<Call, 'context'> & { user: SignedIn },
  coachId: string,
  path: string | null,
): Promise<Reply<OwnCoachProfile> | Refusal> {
  let committed = false
  let before: string | null = null
  try {
    const outcome = await run(async (tx) => {
      before = await setAvatar(tx, coachId, path)
      return reply(await readOwnProfile(tx, user.profile))
    })
    committed = outcome instanceof Reply && outcome.body.profile_image_url === avatarUrl(path)
    return outcome
  } finally {
    if (!committed) await discardAvatar(context, path)
    else if (before !== path) await discardAvatar(context, before)
  }
}
