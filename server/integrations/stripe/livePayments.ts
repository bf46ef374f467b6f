import type { Context } from '../../context.ts'
import { readEnteredKeys } from './enteredKeys.ts'
import { createPayments, hasKeys, type Payments, type SandboxAccess } from './payments.ts'

/**
 * The payment provider as it is configured now: keys that the owner enters in the browser count in every process from the moment
 * on in which they are saved. Whoever keeps a client keeps the one of the moment; the next call gets the new one.
 */
export async function livePayments(
  { config, db, changes, log }: Pick<Context, 'config' | 'db' | 'changes' | 'log'>,
  sandbox: SandboxAccess | null,
): Promise<Payments> {
  let current = createPayments(config, sandbox)
  const tell = ({ problem }: Payments) => problem && log.error(`Cards cannot be charged: ${problem}`)
  if (hasKeys(config)) {
    tell(current)
    return current
  }
  let newest = 0
  const load = async (): Promise<void> => {
    newest += 1
    const reading = newest
    const loaded = createPayments(config, sandbox, await readEnteredKeys(db, config))
    if (reading !== newest) return
    current = loaded
    tell(current)
  }
  await load()
  const again = () =>
    void load().catch((error: unknown) => log.error({ err: error }, 'the keys cannot be read'))
  changes.on('connections_changed', again)
  changes.onInterruption(again)
  return {
    get mode() {
      return current.mode
    },
    get problem() {
      return current.problem
    },
    get stripe() {
      return current.stripe
    },
    get publishableKey() {
      return current.publishableKey
    },
    get browserApiBase() {
      return current.browserApiBase
    },
    get webhookSecret() {
      return current.webhookSecret
    },
    get priceId() {
      return current.priceId
    },
  }
}
