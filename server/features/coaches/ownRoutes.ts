import {
  deleteCoachAvatar,
  getOwnCoachProfile,
  type OwnCoachProfile,
  saveOwnCoachProfile,
  uploadCoachAvatar,
} from '../../../shared/contract/lessons/coachProfile.ts'
import type { Tx } from '../../db/database.ts'
import { endpoint, Reply, reply } from '../../http/endpoint.ts'
import { answeredBefore, type KeyedCall, runCommand } from '../../http/idempotency.ts'
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
  endpoint(getOwnCoachProfile, async ({ db, user }) => reply(await readOwnProfile(db, user.profile))),

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
    const coachId = await ownCoachId(call.context.db, call.user.profile)
    return coachId instanceof Refusal ? coachId : uploadAvatar(call, avatarOf(call.user, coachId))
  }),

  endpoint(deleteCoachAvatar, async (call) => {
    const coachId = await ownCoachId(call.context.db, call.user.profile)
    return coachId instanceof Refusal ? coachId : removeAvatar(call, avatarOf(call.user, coachId))
  }),
]

const avatarOf = ({ profile }: SignedIn, coachId: string): Pictured<OwnCoachProfile> => ({
  coachId,
  folder: profile.id,
  read: (tx) => readOwnProfile(tx, profile),
})

/** Whose picture is changed, and what the answer shows of it. */
interface Pictured<Answer> {
  readonly coachId: string
  /** The first part of the path under which the files are kept. */
  readonly folder: string
  readonly read: (tx: Tx) => Promise<Answer>
}
type WithPicture = Pick<OwnCoachProfile, 'profile_image_url'>

/** Stores an uploaded picture of a coach, whose caller may change it. */
export async function uploadAvatar<Answer extends WithPicture>(
  call: Omit<KeyedCall, 'body'> & { readonly body: Uint8Array },
  pictured: Pictured<Answer>,
): Promise<Reply<Answer> | Refusal> {
  const { context } = call
  const before = await answeredBefore<Answer>(call)
  if (before) return before
  const tooMany = await refuseTooMany(context.limits, {
    name: 'coach-avatar',
    subject: countedAs(context, 'coach', pictured.coachId),
    most: 30,
    seconds: 3_600,
  })
  if (tooMany) return tooMany
  const pictures = await squarePicture(call.body)
  if (typeof pictures === 'string') return refuse(pictures)
  const path = newAvatarPath(pictured.folder, context.clock.now())
  try {
    await storeAvatar(context.files, path, pictures)
  } catch (error) {
    context.log.error({ err: error }, 'a picture could not be stored')
    return refuse('storage_unavailable')
  }
  return replaceAvatar(call, pictured, path)
}

/** Removes a coach's picture. First the files: what is answered as deleted is gone. */
export async function removeAvatar<Answer extends WithPicture>(
  call: KeyedCall,
  pictured: Pictured<Answer>,
): Promise<Reply<Answer> | Refusal> {
  const { context } = call
  if (!(await discardAvatar(context, await currentAvatar(context.db, pictured.coachId))))
    return refuse('storage_unavailable')
  return replaceAvatar(call, pictured, null)
}

/**
 * Names another picture in the coach's row. The file before is deleted after the commit. Where nothing was committed, or an
 * earlier request with the same key was, the new file is deleted instead.
 */
async function replaceAvatar<Answer extends WithPicture>(
  call: KeyedCall,
  { coachId, read }: Pictured<Answer>,
  path: string | null,
): Promise<Reply<Answer> | Refusal> {
  const { context } = call
  let committed = false
  let before: string | null = null
  try {
    const outcome = await runCommand(call, async (tx) => {
      before = await setAvatar(tx, coachId, path)
      return reply(await read(tx))
    })
    committed = outcome instanceof Reply && outcome.body.profile_image_url === avatarUrl(path)
    return outcome
  } finally {
    if (!committed) await discardAvatar(context, path)
    else if (before !== path) await discardAvatar(context, before)
  }
}
