import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { Reply } from '../../http/endpoint.ts'
import { answeredBefore, type KeyedCall, runCommand } from '../../http/idempotency.ts'
import { countedAs, refuseTooMany } from '../../http/limits/rateLimits.ts'
import { newPictureName } from '../../integrations/storage/storedFile.ts'
import { discardWide, storeWide, widePicture } from '../../integrations/storage/widePicture.ts'
import { type Refusal, refuse } from '../../refusal.ts'

interface Upload extends Omit<KeyedCall, 'body'> {
  readonly user: { readonly profile: { readonly id: string } }
  readonly body: Uint8Array
}

/** As the tables name it. */
interface Stored {
  readonly file: string
  readonly width: number
  readonly height: number
}

/**
 * Draws an uploaded picture again, stores it, and keeps it in the transaction of `keep`, whose answer has its address. Without
 * that its files are thrown away.
 */
export async function storeAndKeep<Answer>(
  call: Upload,
  folder: 'carousel' | 'building',
  keep: (tx: Tx, stored: Stored) => Promise<Reply<Answer> | Refusal>,
): Promise<Reply<Answer> | Refusal> {
  const { context, user } = call
  const before = await answeredBefore<Answer>(call)
  if (before) return before
  const tooMany = await refuseTooMany(context.limits, {
    name: `${folder}-picture`,
    subject: countedAs(context, 'admin', user.profile.id),
    most: 60,
    seconds: 3_600,
  })
  if (tooMany) return tooMany
  const picture = await widePicture(call.body, { withPortrait: folder === 'carousel' })
  if (typeof picture === 'string') return refuse(picture)
  const { width, height } = picture
  const file = newPictureName(randomUUID(), context.clock.now())
  try {
    await storeWide(context, folder, file, picture)
  } catch (error) {
    context.log.error({ err: error }, 'a picture could not be stored')
    return refuse('storage_unavailable')
  }
  let isKept = false
  try {
    const outcome = await runCommand(call, (tx) => keep(tx, { file, width, height }))
    isKept = outcome instanceof Reply && JSON.stringify(outcome.body).includes(file)
    return outcome
  } finally {
    if (!isKept) await discardWide(context, folder, file)
  }
}
