import {
  DELETION_WORD,
  deleteMyAccount,
  downloadMyData,
  previewAccountDeletion,
} from '../../../shared/contract/accounts/privacy.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { transaction } from '../../db/database.ts'
import { jsonResponse } from '../../http/answers/json.ts'
import { PRIVATE } from '../../http/answers/problem.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { refuseTooMany } from '../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { provePassword } from '../accounts/passwords/provePassword.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { deleteAccount } from './deleteAccount.ts'
import { readOwnData } from './ownData.ts'
import { asAccountDeletion, readUpcoming } from './upcoming.ts'

export const privacyEndpoints = [
  endpoint(downloadMyData, async ({ context, db, user }) => {
    const { limits, clock, facility } = context
    const limit = { name: 'data of', subject: user.profile.id, most: 20, seconds: 3_600 }
    const tooMany = await refuseTooMany(limits, limit)
    if (tooMany) return tooMany
    const now = clock.now()
    const { time_zone } = await facility.get()
    // One snapshot for all queries of the file.
    const data = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => readOwnData(tx, user.profile, now))
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        ...PRIVATE,
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="my-data-${facilityDay(now, time_zone)}.json"`,
      },
    })
  }),

  endpoint(previewAccountDeletion, async ({ db, now, user }) => {
    const upcoming = await readUpcoming(db, user.profile.id, now)
    return reply({ staff: user.accountRole !== 'user', ...asAccountDeletion(upcoming) })
  }),

  // Not under an idempotency key, which would store a digest of the password; an account can only be deleted once.
  endpoint(deleteMyAccount, async (call) => {
    const { context, user, body, actor } = call
    const owner = user.profile
    if (user.accountRole !== 'user') return refuse('staff_account_kept')
    if (body.confirmation.trim().toUpperCase() !== DELETION_WORD) return refuse('deletion_not_confirmed')
    const wrong = await provePassword(call, body.current_password)
    if (wrong) return wrong
    const origin = await purchaseContext(context)
    const deleted = await transaction(context.db, actor, (tx) =>
      deleteAccount(tx, owner, { kind: 'owner' }, origin),
    )
    if (deleted instanceof Refusal) return deleted
    context.accounts.forgetSessions()
    // This instance drops those days from its cache at once; other instances are notified by NOTIFY.
    for (const { starts_at } of deleted.canceled) {
      if (starts_at) context.schedule.drop(facilityDay(starts_at, origin.facility.time_zone))
    }
    return jsonResponse({ deleted: true }, 200, {
      ...PRIVATE,
      'set-cookie': context.accounts.clearedCookie,
    })
  }),
]
