import { randomUUID } from 'node:crypto'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { deleteLogo, uploadLogo } from '../../../shared/contract/facility/logo.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Tx } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { countedAs, refuseTooMany } from '../../http/limits/rateLimits.ts'
import { logoPicture, shownLogo, storeLogo } from '../../integrations/storage/logoPicture.ts'
import { newPictureName } from '../../integrations/storage/storedFile.ts'
import { Refusal, refuse } from '../../refusal.ts'

type Logo = NonNullable<Facility['logo']>
interface Place {
  readonly ground: 'light' | 'dark'
  readonly seen: string
}

/** The files of a logo stay when another one takes its place: mails that were sent show it. */
export const logoEndpoints = [
  endpoint(uploadLogo, async (call) => {
    const { context, user, query } = call
    const before = await answeredBefore<{ logo: Logo | null }>(call)
    if (before) return before
    const tooMany = await refuseTooMany(context.limits, {
      name: 'logo',
      subject: countedAs(context, 'admin', user.profile.id),
      most: 60,
      seconds: 3_600,
    })
    if (tooMany) return tooMany
    const picture = await logoPicture(call.body)
    if (picture === 'picture_too_small') return refuse('logo_too_small')
    if (typeof picture === 'string') return refuse(picture)
    const file = newPictureName(randomUUID(), context.clock.now())
    try {
      await storeLogo(context.files, file, picture)
    } catch (error) {
      context.log.error({ err: error }, 'a logo could not be stored')
      return refuse('storage_unavailable')
    }
    const { width, height } = picture
    const stored = JSON.stringify({ file, width, height })
    return runCommand(call, async (tx) => {
      const known = await lockLogo(tx, query)
      if (known instanceof Refusal) return known
      if (query.ground === 'dark' && !known.logo) return refuse('logo_missing')
      await tx
        .updateTable('facility')
        .set(query.ground === 'light' ? { logo: stored } : { logo_dark: stored })
        .execute()
      return reply({ logo: (await readLogo(tx)) ?? null })
    })
  }),

  endpoint(deleteLogo, (call) =>
    runCommand(call, async (tx) => {
      const known = await lockLogo(tx, call.query)
      if (known instanceof Refusal) return known
      if (call.query.seen === '') return refuse('logo_missing')
      await tx
        .updateTable('facility')
        .set({ logo_dark: null, ...(call.query.ground === 'light' && { logo: null }) })
        .execute()
      return reply({ logo: (await readLogo(tx)) ?? null })
    }),
  ),
]

async function readLogo(tx: Tx): Promise<Logo | undefined> {
  const { logo, logo_dark } = await tx
    .selectFrom('facility')
    .select(['logo', 'logo_dark'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return logo ? shownLogo(logo, logo_dark) : undefined
}

/** One change at a time, and none over what another admin has done since. */
async function lockLogo(tx: Tx, { ground, seen }: Place): Promise<{ logo: Logo | undefined } | Refusal> {
  await describeInAudit(tx, `Settings: logo for ${ground} grounds`)
  const logo = await readLogo(tx)
  const current = ground === 'light' ? logo?.light.src : logo?.has_own_dark && logo.dark.src
  return (current || '') === seen ? { logo } : refuse('logo_changed')
}
