import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { seal, unseal } from '../sealedSecret.ts'

/** Stripe's keys as the owner has entered them in the browser (decision record 091). */
export interface EnteredKeys {
  readonly publishableKey: string
  /** The membership's price, made with the first keys of an account. */
  readonly priceId: string
  /** The end of the secret key, by which its owner knows it again. */
  readonly hint: string
  /** Null where they were sealed under another `AUTH_SECRET`. */
  readonly secrets: { readonly secretKey: string; readonly webhookSecret: string } | null
  /** When an event of Stripe's last proved that the webhook works. */
  readonly heardAt: Date | null
}

const PURPOSE = 'stripe keys'
const kept = z.object({ publishable_key: z.string(), price_id: z.string(), hint: z.string() })
const sealed = z.object({ secretKey: z.string(), webhookSecret: z.string() })

export async function readEnteredKeys(db: Db, config: Config): Promise<EnteredKeys | null> {
  const row = await db
    .selectFrom('connections')
    .select(['settings', 'secret', 'accepted_at'])
    .where('name', '=', 'cards')
    .executeTakeFirst()
  if (!row) return null
  const { publishable_key, price_id, hint } = kept.parse(row.settings)
  const secrets = unseal(config, PURPOSE, row.secret)
  return {
    ...{ publishableKey: publishable_key, priceId: price_id, hint, heardAt: row.accepted_at },
    secrets: secrets === null ? null : sealed.parse(JSON.parse(secrets)),
  }
}

/** The columns of the row that keeps them. */
export function keptKeys(
  config: Config,
  keys: { publishableKey: string; priceId: string; secretKey: string; webhookSecret: string },
): { settings: string; secret: string } {
  const { publishableKey, priceId, secretKey, webhookSecret } = keys
  const settings = { publishable_key: publishableKey, price_id: priceId, hint: secretKey.slice(-4) }
  return {
    settings: JSON.stringify(settings),
    secret: seal(config, PURPOSE, JSON.stringify({ secretKey, webhookSecret })),
  }
}
