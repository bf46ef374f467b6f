import type { Context } from '../../context.ts'
import { readEnteredKeys } from './enteredKeys.ts'
import { createPayments, hasKeys, type Payments, type SandboxAccess } from './payments.ts'

/**
 * The payment provider as it is configured now: keys that the owner enters in the browser count in every process from the moment
 * on in which they are saved. The object stays the same; what it says changes.
 */
export async function livePayments(
  { config, db, changes, log }: Pick<Context, 'config' | 'db' | 'changes' | 'log'>,
  sandbox: SandboxAccess | null,
): Promise<Payments> {
  const payments = { ...createPayments(config, sandbox) }
  const tell = () => payments.problem && log.error(`Cards cannot be charged: ${payments.problem}`)
  if (hasKeys(config)) {
    tell()
    return payments
  }
  let known = JSON.stringify(null)
  let newest = 0
  const load = async (): Promise<void> => {
    newest += 1
    const reading = newest
    const entered = await readEnteredKeys(db, config)
    const found = JSON.stringify(entered)
    if (reading !== newest || found === known) return
    known = found
    Object.assign(payments, createPayments(config, sandbox, entered))
    tell()
  }
  await load()
  const again = () =>
    void load().catch((error: unknown) => log.error({ err: error }, 'the keys of Stripe cannot be read'))
  changes.on('connections_changed', again)
  changes.onInterruption(again)
  return payments
}
